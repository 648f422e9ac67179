import { PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** Takes the files of a zip one after another, in their order in the zip. */
export interface ZipEntries {
  /**
   * Resolves when all chunks are taken, which are requested no faster than the zip is read. Rejects with what they
   * throw.
   */
  addStream(name: string, chunks: AsyncIterable<Uint8Array>): Promise<void>;
  addText(name: string, text: string): void;
}

/**
 * The bytes of a zip with what `fill` adds. Errors of `fill` are thrown here. Ending the iteration ends the current
 * stream and waits for it. The same entries and `localTime` (`2026-10-25T02:30:00`) give the same bytes.
 */
export async function* createZipStream(
  localTime: string,
  fill: (entries: ZipEntries) => Promise<void>,
): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile();
  // The output of yazl has the type of an old stream, which cannot be destroyed.
  const output = zip.outputStream.pipe(new PassThrough());
  const stop = new AbortController();
  const fail = (error: Error) => output.destroy(error);
  zip.once('error', fail);
  // The time of a zip has no zone: this one is parsed as local, so it is written unchanged.
  const options = { mtime: new Date(localTime), forceDosTimestamp: true };

  const entries: ZipEntries = {
    async addStream(name, chunks) {
      const source = Readable.from(chunks, { signal: stop.signal });
      zip.addReadStream(source, name, options);
      await finished(source);
    },
    addText: (name, text) => zip.addBuffer(Buffer.from(text), name, options),
  };

  const filled = fill(entries).then(() => zip.end(), fail);
  try {
    yield* output;
  } finally {
    stop.abort();
    await filled;
  }
}
