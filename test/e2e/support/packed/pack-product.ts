import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Arch, Platform } from 'electron-builder';
import type { PackedFile } from './packed-troubles.ts';
import { runBuilder } from './run-builder.ts';
import { FUSE_SENTINEL, layDistribution } from './stand-in-distribution.ts';

export interface PackedProduct {
  readonly files: readonly PackedFile[];
  /** State of each fuse by its place: `0`, `1`, or `r` where Electron has taken it away. */
  readonly fuses: string;
}

interface ArchiveReader {
  listPackage(archive: string, options: { readonly isPack: boolean }): string[];
  statFile(archive: string, path: string): { readonly size?: number; readonly integrity?: { readonly hash: string } };
  extractFile(archive: string, path: string): Buffer;
}

const archives: ArchiveReader = createRequire(import.meta.url)('@electron/asar');

/** Packs the built product as `npm run dist` does, around a stand-in of Electron, into an empty folder. */
export async function packProduct(folder: string): Promise<PackedProduct> {
  const electronDist = join(folder, 'electron');
  await layDistribution(electronDist);
  const output = join(folder, 'packages');
  await runBuilder({ targets: Platform.LINUX.createTarget('dir', Arch.x64), electronDist, output });
  const unpacked = join(output, 'linux-unpacked');
  return {
    files: packedFiles(join(unpacked, 'resources', 'app.asar')),
    fuses: fusesOf(await readFile(join(unpacked, 'tilldesk'))),
  };
}

function packedFiles(archive: string): PackedFile[] {
  return archives.listPackage(archive, { isPack: false }).flatMap((listed) => {
    const path = listed.replace(/^[\\/]/, '').replaceAll('\\', '/');
    const { size, integrity } = archives.statFile(archive, path);
    if (size === undefined) return [];
    const text = archives.extractFile(archive, path).toString('latin1');
    return [{ path, text, hash: integrity?.hash ?? null }];
  });
}

/** State of each fuse by its place in what holds them. */
export function fusesOf(program: Buffer): string {
  const at = program.indexOf(FUSE_SENTINEL) + FUSE_SENTINEL.length;
  const count = program[at + 1] ?? 0;
  return program.subarray(at + 2, at + 2 + count).toString('latin1');
}
