import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../base/code-of.ts';

/**
 * Path of the Electron program, or null when it is not here. Looks at files alone: importing the package
 * would throw, or download.
 */
export function findElectron(root: string, env: Readonly<Record<string, string | undefined>>): string | null {
  const folder = join(root, 'node_modules', 'electron');
  const named = readProgramName(join(folder, 'path.txt'));
  const override = env.ELECTRON_OVERRIDE_DIST_PATH;
  if (override) return existing(join(override, named ?? 'electron'));
  return named === null ? null : existing(join(folder, 'dist', named));
}

function readProgramName(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

function existing(path: string): string | null {
  return existsSync(path) ? path : null;
}
