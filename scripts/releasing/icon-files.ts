import { crc32, deflateSync } from 'node:zlib';

/** A square picture: four bytes a pixel (red, green, blue, opacity), from the upper left to the lower right. */
export interface Picture {
  readonly size: number;
  readonly pixels: Uint8Array;
}

const PNG_HEAD = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A PNG of eight bits a channel, with opacity. The same picture always gives the same bytes. */
export function encodePng({ size, pixels }: Picture): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const rows = Buffer.concat(
    Array.from({ length: size }, (_, row) =>
      Buffer.concat([Buffer.of(0), pixels.subarray(row * size * 4, (row + 1) * size * 4)]),
    ),
  );
  const data = deflateSync(rows, { level: 9 });
  const chunks = [chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([PNG_HEAD, ...chunks]);
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  return Buffer.concat([uint32(data.length), body, uint32(crc32(body))]);
}

/** Names of the pictures in an icon of macOS by their size; the second of a size is for a screen of double density. */
const ICNS_NAMES: Readonly<Record<number, readonly string[]>> = {
  16: ['icp4'],
  32: ['icp5', 'ic11'],
  64: ['ic12'],
  128: ['ic07'],
  256: ['ic08', 'ic13'],
  512: ['ic09', 'ic14'],
  1024: ['ic10'],
};

/** An icon of macOS, of PNGs. */
export function encodeIcns(pictures: readonly Picture[]): Buffer {
  const entries = pictures.flatMap((picture) => {
    const png = encodePng(picture);
    const names = ICNS_NAMES[picture.size];
    if (names === undefined) throw new RangeError(`macOS has no icon of ${picture.size} pixels.`);
    return names.map((name) => Buffer.concat([Buffer.from(name, 'latin1'), uint32(png.length + 8), png]));
  });
  const body = Buffer.concat(entries);
  return Buffer.concat([Buffer.from('icns', 'latin1'), uint32(body.length + 8), body]);
}

/** From this size on the picture is a PNG; installers read smaller ones as bitmaps alone. */
const ICO_PNG_SIZE = 256;

/** An icon of Windows; no picture may be larger than 256 pixels. */
export function encodeIco(pictures: readonly Picture[]): Buffer {
  const images = pictures.map((picture) => (picture.size < ICO_PNG_SIZE ? encodeBitmap(picture) : encodePng(picture)));
  const head = Buffer.from([0, 0, 1, 0, pictures.length, 0]);
  let offset = head.length + 16 * pictures.length;
  const entries = pictures.map(({ size }, index) => {
    const length = images[index]?.length ?? 0;
    const entry = Buffer.alloc(16);
    // In one byte each, where 0 stands for 256.
    entry.set([size % 256, size % 256, 0, 0, 1, 0, 32, 0]);
    entry.writeUInt32LE(length, 8);
    entry.writeUInt32LE(offset, 12);
    offset += length;
    return entry;
  });
  return Buffer.concat([head, ...entries, ...images]);
}

/** A bitmap as icons have it: from the lowest row up, followed by a mask of one bit a pixel, which opacity replaces. */
function encodeBitmap({ size, pixels }: Picture): Buffer {
  const header = Buffer.alloc(40);
  header.writeUInt32LE(40, 0);
  header.writeInt32LE(size, 4);
  header.writeInt32LE(size * 2, 8);
  header.set([1, 0, 32, 0], 12);
  const colours = Buffer.alloc(size * size * 4);
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      const [red = 0, green = 0, blue = 0, opacity = 0] = pixels.subarray((row * size + column) * 4);
      colours.set([blue, green, red, opacity], ((size - 1 - row) * size + column) * 4);
    }
  }
  const maskRowBytes = Math.ceil(size / 32) * 4;
  return Buffer.concat([header, colours, Buffer.alloc(maskRowBytes * size)]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
