import { chmodSync, closeSync, fsyncSync, openSync, rmSync } from 'node:fs';

/** What may lie beside a store of this name, the store itself first. */
export const STORE_PARTS = ['', '-wal', '-shm', '-journal'] as const;

export function removeStore(file: string): void {
  for (const part of STORE_PARTS) rmSync(`${file}${part}`, { force: true });
}

/** Makes sure that a file is on the disk, for its owner alone. */
export function settleFile(file: string): void {
  chmodSync(file, 0o600);
  const handle = openSync(file, 'r+');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
