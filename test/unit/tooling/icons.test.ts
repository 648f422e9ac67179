import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { projectPath } from '../../../scripts/launching/project-paths.mjs';
import { encodeIcns, encodeIco, encodePng, type Picture } from '../../../scripts/releasing/icon-files.ts';

const read = (...below: string[]) => readFileSync(projectPath('scripts', 'releasing', 'icons', ...below));

/** Left half red, right half clear. */
const picture = (size: number): Picture => ({
  size,
  pixels: Uint8Array.from({ length: size * size * 4 }, (_, index) => {
    const isLeft = (index >> 2) % size < size / 2;
    return isLeft && [0, 3].includes(index % 4) ? 255 : 0;
  }),
});

function readPng(file: Buffer): Picture {
  expect(file.subarray(1, 4).toString()).toBe('PNG');
  const size = file.readUInt32BE(16);
  const at = file.indexOf('IDAT');
  const rows = inflateSync(file.subarray(at + 4, at + 4 + file.readUInt32BE(at - 4)));
  const withoutFilters = Array.from({ length: size }, (_, row) =>
    rows.subarray(row * (size * 4 + 1) + 1, (row + 1) * (size * 4 + 1)),
  );
  return { size, pixels: Uint8Array.from(Buffer.concat(withoutFilters)) };
}

function readIco(file: Buffer) {
  return Array.from({ length: file.readUInt16LE(4) }, (_, index) => {
    const entry = file.subarray(6 + index * 16);
    const [length, offset] = [entry.readUInt32LE(8), entry.readUInt32LE(12)];
    return { size: entry[0] || 256, bits: entry.readUInt16LE(6), data: file.subarray(offset, offset + length) };
  });
}

function readIcns(file: Buffer): Readonly<Record<string, Buffer>> {
  expect([file.subarray(0, 4).toString(), file.readUInt32BE(4)]).toEqual(['icns', file.length]);
  const entries: Record<string, Buffer> = {};
  for (let at = 8; at < file.length; at += file.readUInt32BE(at + 4)) {
    entries[file.subarray(at, at + 4).toString()] = file.subarray(at + 8, at + file.readUInt32BE(at + 4));
  }
  return entries;
}

describe('the icons of the installers', () => {
  it('are made from the icon of the window as it is: npm run icons makes them again', () => {
    const svg = readFileSync(projectPath('renderer', 'public', 'icon.svg'));
    expect(read('made-from').toString().trim()).toBe(createHash('sha256').update(svg).digest('hex'));
  });

  it('have every size that Linux asks for, each drawn and not empty', () => {
    const names = readdirSync(projectPath('scripts', 'releasing', 'icons', 'linux'));
    const sizes = [16, 24, 32, 48, 64, 128, 256, 512];
    expect(names.sort()).toEqual(sizes.map((size) => `${size}x${size}.png`).sort());
    for (const size of sizes) {
      const { pixels, ...drawn } = readPng(read('linux', `${size}x${size}.png`));
      expect(drawn.size).toBe(size);
      // The middle of the icon is opaque.
      expect(pixels[((size / 2) * size + size / 2) * 4 + 3]).toBe(255);
    }
  });

  it('have every size that Windows asks for', () => {
    const entries = readIco(read('icon.ico'));
    expect(entries.map(({ size }) => size)).toEqual([16, 20, 24, 32, 40, 48, 64, 256]);
  });

  it('have every size that macOS asks for, at both densities', () => {
    const sizes = Object.entries(readIcns(read('icon.icns'))).map(([name, png]) => [name, readPng(png).size]);
    expect(Object.fromEntries(sizes)).toEqual({
      ...{ icp4: 16, icp5: 32, ic11: 32, ic12: 64, ic07: 128, ic08: 256, ic13: 256 },
      ...{ ic09: 512, ic14: 512, ic10: 1024 },
    });
  });
});

describe('encodePng', () => {
  it('keeps every pixel', () => {
    expect(readPng(encodePng(picture(16)))).toEqual(picture(16));
  });
});

describe('encodeIco', () => {
  it('has small pictures as bitmaps from the lowest row up, and a large one as PNG', () => {
    const [small, large] = readIco(encodeIco([picture(16), picture(256)]));
    expect(small).toMatchObject({ size: 16, bits: 32 });
    expect([small?.data.readUInt32LE(0), small?.data.readInt32LE(8)]).toEqual([40, 32]);
    // Blue, green, red, opacity.
    expect([...(small?.data.subarray(40, 44) ?? [])]).toEqual([0, 0, 255, 255]);
    expect(small?.data).toHaveLength(40 + 16 * 16 * 4 + 16 * 4);
    expect(readPng(large?.data ?? Buffer.alloc(0))).toEqual(picture(256));
  });
});

describe('encodeIcns', () => {
  it('refuses a size that macOS does not know', () => {
    expect(() => encodeIcns([picture(20)])).toThrow(RangeError);
  });
});
