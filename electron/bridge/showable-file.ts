import { basename, extname, isAbsolute } from 'node:path';
import type { RecordedExport } from '../exports/export-history.ts';
import { BridgeError } from './bridge-error.ts';
import type { ShownFile } from './host.ts';

/**
 * The path of a recorded export. Throws `BridgeError` for one that is not known, and for one that a program would not
 * open as what it is: under another ending, the cells of a table could be run as a script.
 */
export function showableFile(past: RecordedExport | null, where: ShownFile['where']): string {
  if (past === null) throw new BridgeError('invalid', 'This export is not known.');
  const { path, manifest } = past;
  if (!isAbsolute(path) || basename(path) !== manifest.fileName) {
    throw new BridgeError('failed', 'The history does not say rightly where this file lies.');
  }
  const ending = `.${manifest.request.format}`;
  if (where === 'program' && extname(path).toLowerCase() !== ending) {
    throw new BridgeError('invalid', `Only a file that ends in ${ending} is opened; show it in its folder.`);
  }
  return path;
}
