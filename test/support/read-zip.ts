import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';

/** Returns the files in a zip by name, in zip order, with a library that the product does not use. */
export async function readZip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(bytes);
  const files = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) {
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  }
  return files;
}
