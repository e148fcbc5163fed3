/* A machine that loses power: put before a process with LD_PRELOAD.
 *
 * Of every file whose path holds QUEENHIGH_DISK_FILE (but for SQLite's shared memory, which no disk keeps)
 * it remembers each write and cut since its last flush. At the call QUEENHIGH_DISK_AT the power goes: all
 * of these are undone, and then each comes back whole, not at all, or in some of its sectors of 512 bytes,
 * as the seed QUEENHIGH_DISK_SEED has it, in the order they were made; and the process is gone. With
 * QUEENHIGH_DISK_LIES a flush is answered and keeps nothing. The count of calls is left in the file
 * QUEENHIGH_DISK_COUNT where the process comes to its end. C, for what it replaces is C.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define SECTOR 512
#define GONE 77

/* One write, or one cut where there are no new bytes. */
struct change {
    struct change *before;
    char *path;           /* no handle: to close one would let go of all locks on the file */
    int file;
    ino_t node;
    off64_t at, size;     /* where; and how long the file was */
    char *old, *new;
    size_t old_length, new_length;
};

static struct change *last;
static unsigned long calls, seed;
static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;

static unsigned long number(const char *name) {
    const char *text = getenv(name);
    return text ? strtoul(text, NULL, 10) : 0;
}

static unsigned long dice(void) {
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return seed;
}

static int named(int file, char path[4096]) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, 4095);
    if (length < 0) return 0;
    path[length] = 0;
    return 1;
}

static int is_ours(int file) {
    const char *ours = getenv("QUEENHIGH_DISK_FILE");
    char path[4096];
    if (!ours || !named(file, path)) return 0;
    return strstr(path, ours) && !strstr(path, "-shm");
}

static void put(struct change *one, const char *bytes, size_t length, off64_t at) {
    if (length && REAL(pwrite64)(one->file, bytes, length, at) != (ssize_t)length) abort();
}

static void undo(struct change *one) {
    put(one, one->old, one->old_length, one->at);
    if (REAL(ftruncate64)(one->file, one->size)) abort();
}

static void redo(struct change *one) {
    unsigned long way = dice() % 3;
    if (way == 0 || one->file < 0) return;
    if (!one->new) {
        if (REAL(ftruncate64)(one->file, one->at)) abort();
        return;
    }
    for (size_t done = 0; done < one->new_length;) {
        size_t left = SECTOR - (size_t)((one->at + (off64_t)done) % SECTOR);
        if (left > one->new_length - done) left = one->new_length - done;
        if (way == 1 || dice() % 2) put(one, one->new + done, left, one->at + (off64_t)done);
        done += left;
    }
}

static void redo_in_order(struct change *one) {
    if (!one) return;
    redo_in_order(one->before);
    redo(one);
}

/* Counts a call, under the lock; at the chosen one the power goes. */
static void counts(void) {
    if (++calls != number("QUEENHIGH_DISK_AT")) return;
    seed = number("QUEENHIGH_DISK_SEED") * 2654435761u + 88172645463325252u;
    for (struct change *one = last; one; one = one->before) {
        one->file = open(one->path, O_RDWR);
        if (one->file >= 0) undo(one); /* else it was removed */
    }
    redo_in_order(last);
    _exit(GONE);
}

static void remember(int file, const void *bytes, size_t length, off64_t at) {
    struct stat64 is;
    struct change *one = calloc(1, sizeof *one);
    if (!one || fstat64(file, &is)) abort();
    char path[4096];
    if (!named(file, path)) abort();
    one->path = strdup(path);
    one->node = is.st_ino;
    one->size = is.st_size;
    one->at = at;
    off64_t there = is.st_size > at ? is.st_size - at : 0;
    if (bytes && there > (off64_t)length) there = (off64_t)length;
    one->old = malloc((size_t)there + 1);
    ssize_t read = REAL(pread64)(file, one->old, (size_t)there, at);
    if (read != there) abort();
    one->old_length = (size_t)there;
    if (bytes) {
        one->new = malloc(length + 1);
        memcpy(one->new, bytes, length);
        one->new_length = length;
    }
    one->before = last;
    last = one;
}

static void forget(int file) {
    struct stat64 is;
    if (number("QUEENHIGH_DISK_LIES")) return;
    if (fstat64(file, &is)) abort();
    for (struct change **at = &last; *at;) {
        struct change *one = *at;
        if (one->node != is.st_ino) { at = &one->before; continue; }
        *at = one->before;
        free(one->path);
        free(one->old);
        free(one->new);
        free(one);
    }
}

ssize_t pwrite64(int file, const void *bytes, size_t length, off64_t at) {
    if (!is_ours(file)) return REAL(pwrite64)(file, bytes, length, at);
    pthread_mutex_lock(&one_at_a_time);
    counts();
    remember(file, bytes, length, at);
    ssize_t written = REAL(pwrite64)(file, bytes, length, at);
    pthread_mutex_unlock(&one_at_a_time);
    return written;
}

ssize_t pwrite(int file, const void *bytes, size_t length, off_t at) {
    return pwrite64(file, bytes, length, at);
}

ssize_t write(int file, const void *bytes, size_t length) {
    if (!is_ours(file)) return REAL(write)(file, bytes, length);
    pthread_mutex_lock(&one_at_a_time);
    counts();
    remember(file, bytes, length, lseek64(file, 0, SEEK_CUR));
    ssize_t written = REAL(write)(file, bytes, length);
    pthread_mutex_unlock(&one_at_a_time);
    return written;
}

int ftruncate64(int file, off64_t length) {
    if (!is_ours(file)) return REAL(ftruncate64)(file, length);
    pthread_mutex_lock(&one_at_a_time);
    counts();
    remember(file, NULL, 0, length);
    int cut = REAL(ftruncate64)(file, length);
    pthread_mutex_unlock(&one_at_a_time);
    return cut;
}

int ftruncate(int file, off_t length) { return ftruncate64(file, length); }

/* Flushed for our purposes: the machine itself keeps its power. */
static int flush(int file) {
    pthread_mutex_lock(&one_at_a_time);
    counts();
    forget(file);
    pthread_mutex_unlock(&one_at_a_time);
    return 0;
}

int fsync(int file) { return is_ours(file) ? flush(file) : REAL(fsync)(file); }
int fdatasync(int file) { return is_ours(file) ? flush(file) : REAL(fdatasync)(file); }

__attribute__((destructor)) static void leave(void) {
    const char *path = getenv("QUEENHIGH_DISK_COUNT");
    FILE *file = path ? fopen(path, "w") : NULL;
    if (!file) return;
    fprintf(file, "%lu", calls);
    fclose(file);
}
