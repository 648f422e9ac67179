import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Stands in Electron's program before its fuses, so that they are found. */
export const FUSE_SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';

/** The first version of the fuses, eight of them, as a fresh Electron has them. */
const FUSES = Buffer.concat([Buffer.from([1, 8]), Buffer.from('10110001')]);

const program = () => Buffer.concat([Buffer.alloc(64), Buffer.from(FUSE_SENTINEL), FUSES, Buffer.alloc(64)]);

/** What electron-builder takes for a distribution of Electron for Linux: the program is nothing but its fuses. */
export async function layDistribution(folder: string): Promise<void> {
  await mkdir(join(folder, 'resources'), { recursive: true });
  await mkdir(join(folder, 'locales'));
  await writeFile(join(folder, 'electron'), program(), { mode: 0o755 });
  for (const file of [
    'LICENSE',
    'LICENSES.chromium.html',
    'chrome-sandbox',
    'version',
    'locales/en-US.pak',
    'locales/nl.pak',
  ]) {
    await writeFile(join(folder, file), file);
  }
}

/** The same for macOS. */
export async function layMacDistribution(folder: string): Promise<void> {
  const contents = join(folder, 'Electron.app', 'Contents');
  const framework = join(contents, 'Frameworks', 'Electron Framework.framework');
  await layMacProgram(contents, 'Electron');
  for (const resources of [join(contents, 'Resources'), join(framework, 'Versions', 'A', 'Resources')]) {
    await mkdir(join(resources, 'en.lproj'), { recursive: true });
    await writeFile(join(resources, 'en.lproj', 'locale.pak'), '');
  }
  await writeFile(join(framework, 'Electron Framework'), program(), { mode: 0o755 });
  for (const name of ['', ' (GPU)', ' (Plugin)', ' (Renderer)'].map((kind) => `Electron Helper${kind}`)) {
    await layMacProgram(join(contents, 'Frameworks', `${name}.app`, 'Contents'), name);
  }
}

async function layMacProgram(contents: string, name: string): Promise<void> {
  await mkdir(join(contents, 'MacOS'), { recursive: true });
  await writeFile(join(contents, 'MacOS', name), '', { mode: 0o755 });
  const properties = `<key>CFBundleExecutable</key><string>${name}</string>`;
  await writeFile(
    join(contents, 'Info.plist'),
    `<?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict>${properties}</dict></plist>`,
  );
}
