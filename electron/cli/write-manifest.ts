import type { ExportManifest } from '../../shared/contract/exports.ts';
import { fillPart, replaceFile } from '../exports/atomic-file.ts';

/** Beside the file at `path`. */
export function manifestPathOf(path: string): string {
  return `${path}.manifest.json`;
}

/** Writes what an export was beside its file. Throws `ExportError`. */
export async function writeManifest(path: string, manifest: ExportManifest): Promise<void> {
  async function* text() {
    yield `${JSON.stringify(manifest, null, 2)}\n`;
  }
  await replaceFile(manifestPathOf(path), (part, mode) => fillPart(part, text(), () => {}, { mode }));
}
