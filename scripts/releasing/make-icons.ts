/// <reference lib="dom" />
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { chromium } from 'playwright';
import { projectPath } from '../launching/project-paths.mjs';
import { provideBrowser } from '../testing/provide-browser.ts';
import { encodeIcns, encodeIco, encodePng, type Picture } from './icon-files.ts';

const LINUX_SIZES = [16, 24, 32, 48, 64, 128, 256, 512];
const WINDOWS_SIZES = [16, 20, 24, 32, 40, 48, 64, 256];
const MAC_SIZES = [16, 32, 64, 128, 256, 512, 1024];
/** macOS leaves room around the shape of an icon: 100 of 1024 on each side. */
const MAC_MARGIN = 100 / 1024;

/**
 * Makes the icons of the three systems from the icon of the window. To be run again when that changes: `made-from` keeps its
 * digest.
 */
async function makeIcons(): Promise<void> {
  const folder = projectPath('scripts', 'releasing', 'icons');
  const svg = readFileSync(projectPath('renderer', 'public', 'icon.svg'), 'utf8');
  const draw = await openCanvas(svg);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(`${folder}/linux`, { recursive: true });
  for (const picture of await draw(LINUX_SIZES, 0)) {
    writeFileSync(`${folder}/linux/${picture.size}x${picture.size}.png`, encodePng(picture));
  }
  writeFileSync(`${folder}/icon.ico`, encodeIco(await draw(WINDOWS_SIZES, 0)));
  writeFileSync(`${folder}/icon.icns`, encodeIcns(await draw(MAC_SIZES, MAC_MARGIN)));
  writeFileSync(`${folder}/made-from`, `${createHash('sha256').update(svg).digest('hex')}\n`);
  await draw.close();
}

/** Draws the picture in Chromium; `margin` is the share of the size that stays empty on each side. */
async function openCanvas(svg: string) {
  const browser = await chromium.launch({ executablePath: provideBrowser(), chromiumSandbox: false });
  const page = await browser.newPage();
  const drawOne = async (size: number, margin: number): Promise<Picture> => {
    const pixels = await page.evaluate(
      async ({ svg, size, margin }) => {
        const image = new Image();
        // With a size of its own the drawing is rendered at that size, and not scaled afterwards.
        image.src = `data:image/svg+xml,${encodeURIComponent(svg.replace('<svg', `<svg width="${size}" height="${size}"`))}`;
        await image.decode();
        const context = new OffscreenCanvas(size, size).getContext('2d');
        const inset = Math.round(size * margin);
        context?.drawImage(image, inset, inset, size - 2 * inset, size - 2 * inset);
        return [...(context?.getImageData(0, 0, size, size).data ?? [])];
      },
      { svg, size, margin },
    );
    return { size, pixels: Uint8Array.from(pixels) };
  };
  const draw = async (sizes: readonly number[], margin: number): Promise<readonly Picture[]> => {
    const pictures: Picture[] = [];
    for (const size of sizes) pictures.push(await drawOne(size, margin));
    return pictures;
  };
  return Object.assign(draw, { close: () => browser.close() });
}

await makeIcons();
