//! WebSocket frames by hand, right and wrong, and the house's frames read back.

use crate::chance::Chance;

pub const TEXT: u8 = 1;
const BINARY: u8 = 2;
const CLOSE: u8 = 8;
const PING: u8 = 9;
const PONG: u8 = 10;

/// How a frame is written.
pub struct Shape {
    /// The first byte: whether it is the last of its message, three reserved bits, and the kind.
    pub first: u8,
    pub masked: bool,
    /// The length that it says it has, where that is not the one it has.
    pub says: Option<u64>,
    /// The shortest way to write the length, or a longer one.
    pub longest: bool,
}

impl Shape {
    pub const fn whole(kind: u8) -> Shape {
        Shape {
            first: 0x80 | kind,
            masked: true,
            says: None,
            longest: false,
        }
    }
}

pub fn frame(shape: &Shape, payload: &[u8]) -> Vec<u8> {
    let length = shape.says.unwrap_or(payload.len() as u64);
    let mask_bit = if shape.masked { 0x80 } else { 0 };
    let mut out = vec![shape.first];
    match u16::try_from(length) {
        Ok(short) if short < 126 && !shape.longest => {
            out.push(mask_bit | short.to_be_bytes()[1]);
        }
        Ok(middle) if !shape.longest => {
            out.push(mask_bit | 0x7e);
            out.extend(middle.to_be_bytes());
        }
        Ok(_) | Err(_) => {
            out.push(mask_bit | 0x7f);
            out.extend(length.to_be_bytes());
        }
    }
    if !shape.masked {
        out.extend(payload);
        return out;
    }
    let key = [0x12, 0x34, 0x56, 0x78];
    out.extend(key);
    out.extend(
        payload
            .iter()
            .zip(key.iter().cycle())
            .map(|(byte, key)| byte ^ key),
    );
    out
}

/// A message in one frame as any client sends it, or written in a way that few do.
pub fn message(payload: &[u8], chance: &mut Chance) -> Vec<u8> {
    let mut shape = Shape::whole(TEXT);
    match chance.below(14) {
        0 => shape.first = chance.byte(),
        1 => shape.masked = false,
        2 => shape.says = Some(chance.next() % 70_000),
        3 => shape.says = Some(*chance.pick(&[u64::MAX, 1 << 63, 1 << 32, 16 * 1024 + 1])),
        4 => shape.longest = true,
        5 => shape = Shape::whole(BINARY),
        6 => return fragments(payload, chance),
        7 => return [control(chance), frame(&shape, payload)].concat(),
        8 => return [frame(&shape, payload), control(chance)].concat(),
        9 => return control(chance),
        10 => return frame(&shape, &payload.repeat(1 + chance.below(300))),
        _ => {}
    }
    frame(&shape, payload)
}

/// In several frames, with something between them, or with the last one missing.
fn fragments(payload: &[u8], chance: &mut Chance) -> Vec<u8> {
    let pieces = 2 + chance.below(6);
    let mut out = Vec::new();
    let size = payload.len() / pieces + 1;
    let count = payload.chunks(size).count();
    for (nth, piece) in payload.chunks(size).enumerate() {
        let kind = if nth == 0 { TEXT } else { 0 };
        let last = if nth + 1 == count && chance.percent(80) {
            0x80
        } else {
            0
        };
        let first = if chance.percent(5) {
            TEXT | last
        } else {
            kind | last
        };
        let shape = Shape {
            first,
            ..Shape::whole(TEXT)
        };
        out.extend(frame(&shape, piece));
        if chance.percent(20) {
            out.extend(control(chance));
        }
    }
    out
}

/// A frame about the connection itself, too long or in pieces now and then.
fn control(chance: &mut Chance) -> Vec<u8> {
    let kind = *chance.pick(&[CLOSE, PING, PONG, 11, 15]);
    let mut payload: Vec<u8> = (0..chance.below(12)).map(|_| chance.byte()).collect();
    if kind == CLOSE && chance.percent(70) {
        let code = *chance.pick(&[1000_u16, 1001, 1005, 1006, 1007, 999, 0, 65_535, 4000]);
        payload = [&code.to_be_bytes()[..], b"bye"].concat();
    }
    if chance.percent(10) {
        payload = vec![b'x'; 126 + chance.below(300)];
    }
    let mut shape = Shape::whole(kind);
    if chance.percent(10) {
        shape.first &= 0x7f;
    }
    frame(&shape, &payload)
}

/// The frames of the house: kind and payload. Nothing where the bytes are no frames of a server.
pub fn read(mut bytes: &[u8]) -> Option<Vec<(u8, Vec<u8>)>> {
    let mut frames = Vec::new();
    while let [first, second, rest @ ..] = bytes {
        let (length, rest) = match second {
            126 => (
                u64::from(u16::from_be_bytes(rest.get(..2)?.try_into().ok()?)),
                &rest[2..],
            ),
            127 => (
                u64::from_be_bytes(rest.get(..8)?.try_into().ok()?),
                &rest[8..],
            ),
            // The house masks nothing.
            128.. => return None,
            short => (u64::from(*short), rest),
        };
        let length = usize::try_from(length).ok()?;
        frames.push((first & 0x0f, rest.get(..length)?.to_vec()));
        bytes = &rest[length..];
    }
    Some(frames)
}
