import { PassThrough } from 'node:stream';
import { ZipFile } from 'yazl';

export interface ZipMember {
  /** Inside the zip. */
  readonly name: string;
  /** Path of the file, or what is in it. */
  readonly content: { readonly path: string } | { readonly text: string };
}

/** The bytes of a zip with these files, all dated `modifiedAt` (milliseconds since the epoch). */
export function zipFiles(members: readonly ZipMember[], modifiedAt: number): AsyncIterable<Uint8Array> {
  const zip = new ZipFile();
  const bytes = new PassThrough();
  // A file that cannot be read is told to the zip alone.
  zip.on('error', (error: Error) => bytes.destroy(error));
  zip.outputStream.pipe(bytes);
  const mtime = new Date(modifiedAt);
  for (const { name, content } of members) {
    if ('path' in content) zip.addFile(content.path, name, { mtime });
    else zip.addBuffer(Buffer.from(content.text), name, { mtime });
  }
  zip.end();
  return bytes;
}
