import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Stands in Electron's program before its fuses, so that they are found. */
export const FUSE_SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';

/** The first version of the fuses, eight of them, as a fresh Electron has them. */
const FUSES = Buffer.concat([Buffer.from([1, 8]), Buffer.from('10110001')]);

/** What electron-builder takes for a distribution of Electron: the program is nothing but its fuses. */
export async function layDistribution(folder: string): Promise<void> {
  await mkdir(join(folder, 'resources'), { recursive: true });
  await mkdir(join(folder, 'locales'));
  const program = Buffer.concat([Buffer.alloc(64), Buffer.from(FUSE_SENTINEL), FUSES, Buffer.alloc(64)]);
  await writeFile(join(folder, 'electron'), program, { mode: 0o755 });
  for (const file of [
    'LICENSE',
    'LICENSES.chromium.html',
    'version',
    'locales/en-US.pak',
    'locales/nl.pak',
  ]) {
    await writeFile(join(folder, file), file);
  }
}
