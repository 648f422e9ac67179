import { realpathSync, statfsSync } from 'node:fs';

/** What is known of a folder's place. */
export interface FolderPlace {
  /** As it was given, and where it really lies: on Windows a mapped drive is a share there. */
  readonly paths: readonly string[];
  /** Of `statfs`; null where the system does not tell it. */
  readonly fileSystem: number | null;
}

/**
 * Magic numbers of Linux. FUSE is not one of them: encrypted folders and disks of other systems are FUSE as well, and
 * it does not tell what lies behind it.
 */
const NETWORK_FILE_SYSTEMS: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB 2'],
  [0x564c, 'NCP'],
  [0x5346414f, 'AFS'],
  [0x73757245, 'Coda'],
  [0xc36400, 'Ceph'],
  [0xbd00bd0, 'Lustre'],
  [0x01021997, '9P'],
  [0x786f4256, 'a shared folder of VirtualBox'],
]);

/** `\\server\share` and `\\?\UNC\server\share`, with whatever slashes; not `\\?\C:\` and other devices. */
export function isShare(path: string): boolean {
  if (!/^[\\/]{2}/.test(path)) return false;
  return !/^[\\/]{2}[?.][\\/]/.test(path) || /^[\\/]{2}[?.][\\/]unc[\\/]/i.test(path);
}

/** The network file system that a place is on; null for a disk of this computer. */
export function networkOf({ paths, fileSystem }: FolderPlace): string | null {
  if (paths.some(isShare)) return 'a share';
  // Some systems give the number with a sign.
  return fileSystem === null ? null : (NETWORK_FILE_SYSTEMS.get(fileSystem >>> 0) ?? null);
}

/** The same for a folder that exists. */
export function networkOfFolder(path: string): string | null {
  const fileSystem = process.platform === 'linux' ? statfsSync(path).type : null;
  return networkOf({ paths: [path, realpathSync.native(path)], fileSystem });
}
