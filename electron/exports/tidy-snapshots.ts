import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../base/clock.ts';
import type { ExportHistoryRecords } from './export-history.ts';

const BYTES_KEPT = 256 * 1024 * 1024;
/** What another process is just writing is in no history yet. */
const LEFT_ALONE_MS = 60 * 60 * 1000;

interface Tidying {
  readonly folder: string;
  readonly history: Pick<ExportHistoryRecords, 'listSnapshots' | 'forgetSnapshots'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly bytesKept?: number;
}

/**
 * Makes the folder where there is none, removes what no export names and nobody writes to any more, and of the rest
 * the oldest snapshots, so that all together stay below a size.
 */
export async function tidySnapshots({
  folder,
  history,
  clock,
  bytesKept = BYTES_KEPT,
}: Tidying): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // In this order: what an export adds in between is not missing among the files, but young and left alone.
  const named = await history.listSnapshots();
  const files = await filesIn(folder);
  const lost: string[] = [];
  let bytes = 0;
  for (const name of named) {
    bytes += files.get(name)?.bytes ?? 0;
    if (bytes > bytesKept || !files.has(name)) lost.push(name);
  }
  if (lost.length > 0) await history.forgetSnapshots(lost);
  const kept = new Set(named);
  const before = clock.now() - LEFT_ALONE_MS;
  const orphans = [...files].filter(([name, { writtenAt }]) => !kept.has(name) && writtenAt < before);
  for (const name of [...lost, ...orphans.map(([orphan]) => orphan)]) {
    await rm(join(folder, name), { force: true });
  }
}

async function filesIn(folder: string): Promise<Map<string, { bytes: number; writtenAt: number }>> {
  const files = new Map<string, { bytes: number; writtenAt: number }>();
  for (const name of await readdir(folder)) {
    // Another process may tidy as well.
    const found = await stat(join(folder, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    if (found?.isFile()) files.set(name, { bytes: found.size, writtenAt: found.mtimeMs });
  }
  return files;
}
