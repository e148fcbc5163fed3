//! Lines of a file or a pipe that may never end one: read up to a bound, the rest of a longer line skipped.

use std::io::{self, BufRead};

/// What was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineRead {
    /// A line, with its end unless the input ended first.
    Line,
    /// More bytes than the bound without an end; nothing of it is kept, and what follows is the next line.
    TooLong,
    /// The input had ended before.
    End,
}

/// Reads the next line into `line`, which it clears first; at most `bytes_max` bytes before its end.
pub fn read_line(
    input: &mut impl BufRead,
    line: &mut Vec<u8>,
    bytes_max: usize,
) -> io::Result<LineRead> {
    line.clear();
    let mut any = false;
    loop {
        let chunk = input.fill_buf()?;
        if chunk.is_empty() {
            return Ok(if any { LineRead::Line } else { LineRead::End });
        }
        any = true;
        let end = chunk.iter().position(|byte| *byte == b'\n');
        let taken = end.map_or(chunk.len(), |end| end + 1);
        let text = end.unwrap_or(chunk.len());
        if line.len() + text > bytes_max {
            input.consume(taken);
            line.clear();
            if end.is_none() {
                input.skip_until(b'\n')?;
            }
            return Ok(LineRead::TooLong);
        }
        line.extend_from_slice(&chunk[..taken]);
        input.consume(taken);
        if end.is_some() {
            return Ok(LineRead::Line);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{BufReader, Read};

    fn all(text: &[u8], buffer: usize) -> Vec<(LineRead, String)> {
        let mut input = BufReader::with_capacity(buffer, text);
        let (mut line, mut all) = (Vec::new(), Vec::new());
        loop {
            let read = read_line(&mut input, &mut line, 4).unwrap();
            all.push((read, String::from_utf8(line.clone()).unwrap()));
            if read == LineRead::End {
                return all;
            }
        }
    }

    #[test]
    fn a_line_beyond_the_bound_is_left_out_and_the_next_is_read() {
        for buffer in [1, 2, 3, 5, 64] {
            let line = |text: &str| (LineRead::Line, text.to_owned());
            let none = |read| (read, String::new());
            assert_eq!(
                all(b"four\nfives\n\nlonger than that\nend", buffer),
                [
                    line("four\n"),
                    none(LineRead::TooLong),
                    line("\n"),
                    none(LineRead::TooLong),
                    line("end"),
                    none(LineRead::End),
                ],
                "a buffer of {buffer}"
            );
        }
    }

    /// An endless line costs no memory.
    #[test]
    fn nothing_of_a_long_line_is_kept() {
        let endless = io::repeat(b'x').take(50_000_000);
        let mut input = BufReader::new(endless.chain(&b"\nnext\n"[..]));
        let mut line = Vec::new();
        let read = read_line(&mut input, &mut line, 1_000).unwrap();
        assert_eq!(read, LineRead::TooLong);
        assert!(line.capacity() < 100_000, "{}", line.capacity());
        assert_eq!(
            read_line(&mut input, &mut line, 1_000).unwrap(),
            LineRead::Line
        );
        assert_eq!(line, b"next\n");
    }
}
