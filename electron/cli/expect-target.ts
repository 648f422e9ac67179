import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ConfigError } from '../config/config.ts';
import { onDisk } from '../exports/disk-failures.ts';
import { ExportError } from '../exports/export-error.ts';
import { findTarget } from '../exports/find-target.ts';

/** Throws `ConfigError` for a path that whoever named it must change, `ExportError` for what the disk refuses. */
export async function expectTarget(path: string): Promise<void> {
  const folder = dirname(path);
  try {
    await onDisk(stat(folder));
    await findTarget(path);
  } catch (error) {
    if (!(error instanceof ExportError)) throw error;
    if (error.reason === 'no-folder') {
      throw new ConfigError(`There is no folder ${folder} to save the file in.`, { cause: error });
    }
    if (error.reason === 'bad-name') {
      throw new ConfigError(`${error.message} Name another file than ${path} with --out.`, { cause: error });
    }
    throw error;
  }
}
