import { mkdir, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';

/** Lays the files where the package would put them, and beside them what it says of itself. */
const FPM = `
const { cpSync, mkdirSync, readFileSync, writeFileSync } = require('node:fs');
const { dirname, join } = require('node:path');
const [said, files] = [{}, []];
const args = process.argv.slice(2).filter((arg) => arg !== '--force');
for (let index = 0; index < args.length; index += 1) {
  if (args[index].startsWith('-')) (said[args[index]] ??= []).push(args[(index += 1)]);
  else files.push(args[index].split('='));
}
const [made] = said['--package'];
for (const [from, to] of files) {
  mkdirSync(dirname(join(made + '.root', to)), { recursive: true });
  cpSync(from, join(made + '.root', to), { recursive: true });
}
for (const name of ['--after-install', '--after-remove']) said[name] = readFileSync(said[name][0], 'utf8');
writeFileSync(made + '.json', JSON.stringify(said));
writeFileSync(made, '');
`;

/** Keeps the folder that it would compress. */
const MKSQUASHFS = `
const { cpSync, writeFileSync } = require('node:fs');
const [folder, made] = process.argv.slice(2);
cpSync(folder, made + '.root', { recursive: true });
writeFileSync(made, 'squashfs');
`;

/** Tells what it was asked to sign, with the digest that each file had at that time. */
const CODESIGN = `
const { createHash } = require('node:crypto');
const { readdirSync, readFileSync, writeFileSync } = require('node:fs');
const { join, relative } = require('node:path');
const args = process.argv.slice(2);
const app = args.at(-1);
const files = readdirSync(app, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
const digests = files.map(({ parentPath, name }) => {
  const path = join(parentPath, name);
  return [relative(app, path), createHash('sha256').update(readFileSync(path)).digest('hex')];
});
writeFileSync(join(__dirname, 'codesign.json'), JSON.stringify({ args, digests: Object.fromEntries(digests) }));
`;

/** Puts stand-ins of the tools that electron-builder downloads into a folder; answers how it finds them. */
export async function layTools(folder: string): Promise<Readonly<Record<string, string>>> {
  await mkdir(folder, { recursive: true });
  const layScript = async (path: string, script: string) => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), `#!${process.execPath}\n${script}`, { mode: 0o755 });
  };
  await layScript('fpm', FPM);
  await layScript('bin/codesign', CODESIGN);
  await layScript('appimage/mksquashfs', MKSQUASHFS);
  await layScript('appimage/desktop-file-validate', '');
  await layScript('appimage/runtimes/runtime-x64', '');
  await layScript('appimage/lib/x64/libnotify.so.4', '');
  return {
    CUSTOM_FPM_PATH: join(folder, 'fpm'),
    APPIMAGE_TOOLS_PATH: join(folder, 'appimage'),
    PATH: `${join(folder, 'bin')}${delimiter}${process.env.PATH}`,
  };
}
