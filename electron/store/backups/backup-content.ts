import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Backup } from './backup-manifest.ts';

/** SHA-256 of a file's bytes, in hex. */
export async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file, { highWaterMark: 1 << 20 }), hash);
  return hash.digest('hex');
}

/** Whether a file, the backup's own or a copy of it, holds what the backup held when it was made. */
export async function hasContentOf({ bytes, sha256 }: Backup, file: string): Promise<boolean> {
  return (await stat(file)).size === bytes && (await sha256Of(file)) === sha256;
}
