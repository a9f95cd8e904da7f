import { Buffer } from "node:buffer";
import { pngChunk } from "./png.ts";

const read = (base64: string) => new Uint8Array(Buffer.from(base64, "base64"));
const ascii = (text: string) => Buffer.from(text, "latin1");
const uint16 = (value: number) => Buffer.from([value >> 8, value & 0xff]);
const join = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts));

function uint32(value: number, order: "big" | "little" = "big"): Buffer {
  const bytes = Buffer.alloc(4);
  if (order === "big") bytes.writeUInt32BE(value);
  else bytes.writeUInt32LE(value);
  return bytes;
}

/** Images of 3 by 2 pixels, without metadata. */
export const plainImages = {
  png: read(
    "iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEElEQVQImWM4k2YMQQxwFgBXVghfuyglzQAAAABJRU5ErkJggg==",
  ),
  jpeg: read(
    "/9j/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8ybqmx5moq6T/2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKT/wAARCAACAAMDASIAAhEBAxEB/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/8QAHwEAAwEBAQEBAQEBAQAAAAAAAAECAwQFBgcICQoL/8QAtREAAgECBAQDBAcFBAQAAQJ3AAECAxEEBSExBhJBUQdhcRMiMoEIFEKRobHBCSMzUvAVYnLRChYkNOEl8RcYGRomJygpKjU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6goOEhYaHiImKkpOUlZaXmJmaoqOkpaanqKmqsrO0tba3uLm6wsPExcbHyMnK0tPU1dbX2Nna4uPk5ebn6Onq8vP09fb3+Pn6/9oADAMBAAIRAxEAPwAooorjPQP/2Q==",
  ),
  webp: read("UklGRjoAAABXRUJQVlA4IC4AAADwAQCdASoDAAIAAUAmJaACdLoB+AAEyAAA/hMf+bArmuff7/9Js8TZ4mz45gAA"),
  gif: read("R0lGODlhAwACAIAAAExpccxmMyH5BAUAAAAALAAAAAADAAIAAAICjF8AOw=="),
  animatedGif: read(
    "R0lGODlhAwACAIAAAExpcf8AACH/C05FVFNDQVBFMi4wAwEAAAAh+QQFCgAAACwAAAAAAwACAAACAoxfACH5BAUUAAAALAAAAAADAAIAgExpcQD/AAICjF8AOw==",
  ),
  animatedWebp: read(
    "UklGRsYAAABXRUJQVlA4WAoAAAACAAAAAgAAAQAAQU5JTQYAAAD/////AABBTk1GSAAAAAAAAAAAAAIAAAEAAGQAAAJWUDggMAAAANABAJ0BKgMAAgABQCYloAJ0ugH4AAOwAP7y63/82BXNc+/3/9Lg/S4P0uD/0pAAAEFOTUZKAAAAAAAAAAAAAgAAAQAAyAAAAFZQOCAyAAAA1AEAnQEqAwACAAAAJiWgAnS6AfgAA7AA/ukiH/vPn7nz9z5/0Z//lP3yOP5HH/ygQAA=",
  ),
};

/** Exif as a phone writes it: orientation, author (SECRET) and GPS reference (north). */
const exif = (orientation: number) =>
  join(
    ascii("MM\0*"),
    uint32(8),
    uint16(3),
    uint16(0x0112),
    uint16(3),
    uint32(1),
    uint16(orientation),
    uint16(0),
    uint16(0x013b),
    uint16(2),
    uint32(7),
    uint32(50),
    uint16(0x8825),
    uint16(4),
    uint32(1),
    uint32(58),
    uint32(0),
    ascii("SECRET\0\0"),
    uint16(1),
    uint16(1),
    uint16(2),
    uint32(2),
    ascii("N\0\0\0"),
    uint32(0),
  );
const XMP = ascii(`<x:xmpmeta xmlns:x="adobe:ns:meta/">SECRET</x:xmpmeta>`);
const AFTER_THE_END = ascii("<script>SECRET</script>");

const segment = (marker: number, data: Uint8Array) => join(Buffer.from([0xff, marker]), uint16(data.length + 2), data);

/** A JPEG of 3 by 2 pixels before its orientation is applied, with metadata. */
export const photoJpeg = (orientation: number) =>
  join(
    plainImages.jpeg.subarray(0, 2),
    segment(0xe0, ascii("JFIF\0\x01\x01\0\0\x01\0\x01\x01\x02SECRET")),
    segment(0xe1, join(ascii("Exif\0\0"), exif(orientation))),
    segment(0xe1, join(ascii("http://ns.adobe.com/xap/1.0/\0"), XMP)),
    segment(0xed, ascii("Photoshop 3.0\x008BIM\x04\x04SECRET")),
    segment(0xfe, ascii("SECRET")),
    segment(0xe2, ascii("MPF\0SECRET")),
    plainImages.jpeg.subarray(2),
    AFTER_THE_END,
  );

const PNG_HEADER_END = 33;

/** Returns a PNG whose header gives this size, with the data of 3 by 2 pixels. */
export const pngOfSize = (width: number, height: number) =>
  join(
    plainImages.png.subarray(0, 8),
    pngChunk("IHDR", join(uint32(width), uint32(height), plainImages.png.subarray(24, 29))),
    plainImages.png.subarray(PNG_HEADER_END),
  );

/** Adds a text chunk after the header of a PNG, and the text again after its end. */
export const pngWithText = (png: Uint8Array, text: string) =>
  join(
    png.subarray(0, PNG_HEADER_END),
    pngChunk("tEXt", ascii(`Comment\0${text}`)),
    png.subarray(PNG_HEADER_END),
    ascii(text),
  );

/** Returns an .ico file. */
export function iconOf(...images: Uint8Array[]): Uint8Array<ArrayBuffer> {
  let offset = 6 + 16 * images.length;
  const entries = images.map(({ length }) => {
    const entry = Buffer.alloc(16);
    entry.writeUInt32LE(length, 8);
    entry.writeUInt32LE(offset, 12);
    offset += length;
    return entry;
  });
  const head = Buffer.from([0, 0, 1, 0, images.length, 0]);
  return join(head, ...entries, ...images);
}

/** Returns the bitmap header of an icon that is no PNG. The height in it is doubled, because it includes the mask. */
export function bitmapOf(width: number, height: number): Uint8Array {
  const header = Buffer.alloc(40);
  header.writeUInt32LE(40, 0);
  header.writeInt32LE(width, 4);
  header.writeInt32LE(2 * height, 8);
  return header;
}

export const plainIcon = iconOf(bitmapOf(16, 16), plainImages.png);

const webpChunk = (type: string, data: Uint8Array) =>
  join(ascii(type), uint32(data.length, "little"), data, Buffer.alloc(data.length % 2));

const GIF_COLOURS_END = 19;

type MakeAnimation = (width: number, height: number, frames: number) => Uint8Array<ArrayBuffer>;

/** Create animations whose headers give this canvas size and number of frames. The image data stays small. */
export const animations: Record<"gif" | "webp", MakeAnimation> = {
  gif: (width, height, frames) => {
    const screen = Buffer.from(plainImages.gif.subarray(0, GIF_COLOURS_END));
    screen.writeUInt16LE(width, 6);
    screen.writeUInt16LE(height, 8);
    const frame = plainImages.gif.subarray(GIF_COLOURS_END, -1);
    return join(screen, ...Array.from({ length: frames }, () => frame), ascii(";"));
  },
  webp: (width, height, frames) => {
    const header = Buffer.alloc(10);
    header[0] = 0x02;
    header.writeUIntLE(width - 1, 4, 3);
    header.writeUIntLE(height - 1, 7, 3);
    const frame = webpChunk("ANMF", join(Buffer.alloc(16), plainImages.webp.subarray(12)));
    const chunks = join(webpChunk("VP8X", header), ...Array.from({ length: frames }, () => frame));
    return join(ascii("RIFF"), uint32(chunks.length + 4, "little"), ascii("WEBP"), chunks);
  },
};
