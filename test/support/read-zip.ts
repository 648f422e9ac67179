import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';

/** The files in a zip by name, in its order, by a reader that is not of the product. */
export async function readZip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(bytes);
  const files = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) {
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  }
  return files;
}
