import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Stands in the files around the user interface, and in none of its own. */
export const OUTSIDE = 'outside the user interface';

/** What of the user interface may be answered, by its path. */
export const INSIDE: Readonly<Record<string, string>> = {
  'assets/a b.js': 'export {};',
  'icon.svg': '<svg/>',
};

/** A built user interface below `root` with links that lead out of it, and a folder whose name begins like its own. */
export function layRenderer(root: string): string {
  const rendererFolder = join(root, 'renderer');
  mkdirSync(join(rendererFolder, 'assets'), { recursive: true });
  mkdirSync(join(root, 'renderer-other'));
  writeFileSync(join(rendererFolder, 'index.html'), '<meta name="csp-nonce" content="__CSP_NONCE__">');
  for (const [path, text] of Object.entries(INSIDE)) writeFileSync(join(rendererFolder, path), text);
  for (const file of ['secret.txt', 'renderer-other/secret.txt']) writeFileSync(join(root, file), OUTSIDE);
  symlinkSync(join(root, 'secret.txt'), join(rendererFolder, 'link.txt'));
  symlinkSync(root, join(rendererFolder, 'linked'));
  symlinkSync('loop', join(rendererFolder, 'loop'));
  return rendererFolder;
}
