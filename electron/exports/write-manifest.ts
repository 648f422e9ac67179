import type { ExportManifest } from '../../shared/contract/exports.ts';
import { fillPart, replaceFile } from './writers/atomic-file.ts';

/** Writes what an export was beside its file, under its name with `.manifest.json`. Throws `ExportError`. */
export async function writeManifest(path: string, manifest: ExportManifest): Promise<void> {
  async function* text() {
    yield `${JSON.stringify(manifest, null, 2)}\n`;
  }
  await replaceFile(`${path}.manifest.json`, (part) => fillPart(part, text(), () => {}));
}
