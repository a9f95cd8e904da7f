const EXTENSION = 0x21;
const FRAME = 0x2c;

/**
 * Walks the blocks of a GIF (GIF89a, appendix B). The size is that of the screen and of all frames on it: browsers enlarge
 * the screen for the first frame.
 * @throws RangeError if there is no frame.
 */
export function readGif(gif: Uint8Array): { width: number; height: number; isAnimated: boolean } {
  const uint16 = (at: number) => (gif[at] ?? 0) + 256 * (gif[at + 1] ?? 0);
  let [width, height, frames] = [uint16(6), uint16(8), 0];
  let at = 13 + coloursLength(gif[10]);
  while (gif[at] === EXTENSION || gif[at] === FRAME) {
    if (gif[at] === FRAME) {
      frames += 1;
      width = Math.max(width, uint16(at + 1) + uint16(at + 5));
      height = Math.max(height, uint16(at + 3) + uint16(at + 7));
      at += 11 + coloursLength(gif[at + 9]);
    } else at += 2;
    // Parts of up to 255 bytes, until an empty one.
    for (let length = gif[at]; length; length = gif[at]) at += 1 + length;
    at += 1;
  }
  if (frames === 0) throw new RangeError("It has no frame.");
  return { width, height, isAnimated: frames > 1 };
}

/** `flags` have a bit for a table of colours, and the logarithm of its length. */
const coloursLength = (flags = 0) => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));
