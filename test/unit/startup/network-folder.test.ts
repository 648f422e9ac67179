import { describe, expect, it } from 'vitest';
import { findFolderNetwork, findNetwork, isShare } from '../../../electron/startup/data-folder.ts';
import { createTemporaryFolder } from '../../support/temporary-folder.ts';

describe('isShare', () => {
  it.each([
    '\\\\server\\share\\data',
    '//server/share',
    '\\\\?\\UNC\\server\\share',
    '\\\\?\\unc\\server\\share',
    '//./UNC/server/share',
    '\\\\wsl$\\Debian\\home',
  ])('is true for %s', (path) => {
    expect(isShare(path)).toBe(true);
  });

  it.each(['C:\\data', '\\\\?\\C:\\data', '\\\\.\\C:\\data', '/home/shop/data', '/', 'Z:\\unc\\data'])(
    'is false for %s',
    (path) => {
      expect(isShare(path)).toBe(false);
    },
  );
});

describe('findNetwork', () => {
  const placed = (fileSystem: number | null, ...paths: string[]) => findNetwork({ paths, fileSystem });

  it('recognizes that a mapped drive is a share', () => {
    expect(placed(null, 'Z:\\tilldesk', '\\\\server\\tills\\tilldesk')).toBe('a share');
  });

  it.each([
    [0x6969, 'NFS'],
    [0xff534d42, 'CIFS'],
    [0xff534d42 | 0, 'CIFS'],
    [0xfe534d42, 'SMB 2'],
    [0x517b, 'SMB'],
    [0x01021997, '9P'],
  ])('recognizes the file system %i', (type, name) => {
    expect(placed(type, '/mnt/shop')).toBe(name);
  });

  it.each([
    ['ext4', 0xef53],
    ['btrfs', 0x9123683e],
    ['xfs', 0x58465342],
    ['tmpfs', 0x01021994],
    ['overlay', 0x794c7630],
    ['FUSE, which may be a disk of this computer', 0x65735546],
  ])('accepts %s', (_, type) => {
    expect(placed(type, '/home/shop')).toBeNull();
  });

  it('accepts a local folder of a system that does not report it', () => {
    expect(placed(null, 'C:\\Users\\shop\\AppData\\Local\\Tilldesk')).toBeNull();
  });
});

it('a folder of this computer is not on a network', () => {
  expect(findFolderNetwork(createTemporaryFolder())).toBeNull();
});
