/* A disk that fails when it is told to: put before a process with LD_PRELOAD.
 *
 * Every write, cut and flush of a file whose path holds QUEENHIGH_DISK_FILE is counted. From the call
 * QUEENHIGH_DISK_AT on, QUEENHIGH_DISK_TIMES of them fail with the error QUEENHIGH_DISK_ERROR: EIO of a
 * disk that breaks, ENOSPC of one that is full (where to cut and to flush goes on to work). A write that
 * fails for want of room has taken half of its bytes on the way there, as disks do. The count is left
 * in the file QUEENHIGH_DISK_COUNT at the end. C, for what it replaces is C.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static unsigned long calls;

static unsigned long number(const char *name) {
    const char *text = getenv(name);
    return text ? strtoul(text, NULL, 10) : 0;
}

/* The error this call fails with; 0 where it does not. */
static int fails(int file, int writes) {
    const char *ours = getenv("QUEENHIGH_DISK_FILE");
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (!ours || length < 0) return 0;
    path[length] = 0;
    if (!strstr(path, ours)) return 0;
    unsigned long call = __atomic_add_fetch(&calls, 1, __ATOMIC_SEQ_CST);
    unsigned long at = number("QUEENHIGH_DISK_AT"), times = number("QUEENHIGH_DISK_TIMES");
    int error = (int)number("QUEENHIGH_DISK_ERROR");
    if (at == 0 || call < at || call - at >= times) return 0;
    return error == ENOSPC && !writes ? 0 : error;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define FAIL(file, writes) \
    do { int error = fails(file, writes); if (error) { errno = error; return -1; } } while (0)

ssize_t write(int file, const void *bytes, size_t length) {
    int error = fails(file, 1);
    if (error == ENOSPC) REAL(write)(file, bytes, length / 2);
    if (error) { errno = error; return -1; }
    return REAL(write)(file, bytes, length);
}

ssize_t pwrite64(int file, const void *bytes, size_t length, off64_t at) {
    int error = fails(file, 1);
    if (error == ENOSPC) REAL(pwrite64)(file, bytes, length / 2, at);
    if (error) { errno = error; return -1; }
    return REAL(pwrite64)(file, bytes, length, at);
}

ssize_t pwrite(int file, const void *bytes, size_t length, off_t at) {
    return pwrite64(file, bytes, length, at);
}

int ftruncate64(int file, off64_t length) { FAIL(file, 0); return REAL(ftruncate64)(file, length); }
int ftruncate(int file, off_t length) { return ftruncate64(file, length); }
int fsync(int file) { FAIL(file, 0); return REAL(fsync)(file); }
int fdatasync(int file) { FAIL(file, 0); return REAL(fdatasync)(file); }

__attribute__((destructor)) static void leave(void) {
    const char *path = getenv("QUEENHIGH_DISK_COUNT");
    FILE *file = path ? fopen(path, "w") : NULL;
    if (!file) return;
    fprintf(file, "%lu", calls);
    fclose(file);
}
