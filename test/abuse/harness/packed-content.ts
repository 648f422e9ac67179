import { open, readFile } from 'node:fs/promises';
import { constants, gunzipSync } from 'node:zlib';
import { readZip } from '../../support/read-zip.ts';

const GZIP = '1f8b';
const ZIP = '504b0304';

/** As much as there is of what was cut off. */
const PARTLY = { finishFlush: constants.Z_SYNC_FLUSH };

/** What a file holds that is packed, such as a workbook; nothing for one that is not, nor for half a zip. */
export async function unpacked(file: string): Promise<readonly Buffer[]> {
  const beginning = await beginningOf(file);
  try {
    if (beginning.startsWith(GZIP)) return [gunzipSync(await readFile(file), PARTLY)];
    if (beginning.startsWith(ZIP)) return [...(await readZip(await readFile(file))).values()];
  } catch (error) {
    // A program that is killed leaves files behind that end too early: their bytes are searched as they are.
    if (!(error instanceof Error)) throw error;
  }
  return [];
}

async function beginningOf(file: string): Promise<string> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.toString('hex', 0, bytesRead);
  } finally {
    await handle.close();
  }
}
