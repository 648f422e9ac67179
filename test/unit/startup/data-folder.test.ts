import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, linkSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { locateInDataFolder, prepareDataFolder } from '../../../electron/startup/data-folder.ts';
import { createTemporaryFolder } from '../../support/temporary-folder.ts';

const isRoot = process.geteuid?.() === 0;

function folderWithMode(mode: number, ...files: readonly string[]): string {
  const path = createTemporaryFolder();
  for (const name of files) writeFileSync(join(path, name), '', { mode: 0o600 });
  chmodSync(path, mode);
  return path;
}

function plant(file: string, mode: number): void {
  writeFileSync(file, '');
  chmodSync(file, mode);
}

describe('prepareDataFolder', () => {
  it('creates a folder that only its owner can read', () => {
    const path = join(createTemporaryFolder(), 'a', 'b');
    expect(prepareDataFolder(path).path).toBe(path);
    expect(statSync(path).mode & 0o777).toBe(0o700);
  });

  it('uses an existing folder unchanged', () => {
    const path = createTemporaryFolder();
    writeFileSync(join(path, 'kept'), '');
    prepareDataFolder(path);
    expect(statSync(join(path, 'kept')).isFile()).toBe(true);
  });

  it('says in one sentence which folder is not writable, and what to do', () => {
    const file = join(createTemporaryFolder(), 'file');
    writeFileSync(file, '');
    expect(() => prepareDataFolder(join(file, 'data'))).toThrow(
      `The data folder ${file}/data cannot be written to (EEXIST); choose another with --data-dir.`,
    );
    expect(() => prepareDataFolder(file)).toThrow(/cannot be written to \(EEXIST\)/);
  });

  it.runIf(process.platform === 'linux')('ends if a folder exists that accepts no files', () => {
    expect(() => prepareDataFolder('/proc/tilldesk/data')).toThrow(/cannot be written to \(ENOENT\)/);
  });

  it.each(['\\\\server\\share\\data', '//server/share'])('refuses %s, a network folder', (path) => {
    expect(() => prepareDataFolder(path)).toThrow(/on the network/);
  });

  it.each(['tilldesk.sqlite', 'tilldesk.log', 'instance.json', 'settings.json'])(
    'says that %s is a folder, and what to do',
    (name) => {
      const path = createTemporaryFolder();
      mkdirSync(join(path, name));
      expect(() => prepareDataFolder(path)).toThrow(
        `Tilldesk keeps a file at ${join(path, name)}, where a folder is now; move it away, or choose another folder with --data-dir.`,
      );
    },
  );

  it.skipIf(process.platform === 'win32').each(['settings.json', 'secret.key', 'webhook-receivers.json'])(
    'refuses a named pipe at %s, which would never end',
    (name) => {
      const path = createTemporaryFolder();
      execFileSync('mkfifo', [join(path, name)]);
      expect(() => prepareDataFolder(path)).toThrow(
        `Tilldesk keeps a file at ${join(path, name)}, where a pipe is now; move it away, or choose another folder with --data-dir.`,
      );
    },
  );

  describe.skipIf(process.platform === 'win32')('an existing folder', () => {
    it.each([0o777, 0o770, 0o755, 0o701, 0o2775])('of our own is made private (mode %o)', (mode) => {
      const path = folderWithMode(mode, 'tilldesk.sqlite');
      expect(prepareDataFolder(path).notes).toEqual([
        `The mode of the data folder ${path} was ${mode.toString(8).padStart(4, '0')} and is now 0700.`,
      ]);
      expect(statSync(path).mode & 0o077).toBe(0);
      expect(prepareDataFolder(path).notes).toEqual([]);
    });

    it('that is a new disk is made private', () => {
      const path = folderWithMode(0o755);
      mkdirSync(join(path, 'lost+found'));
      expect(prepareDataFolder(path).notes).toHaveLength(1);
    });

    it('with other files keeps its mode and is refused', () => {
      const path = folderWithMode(0o755, 'els');
      expect(() => prepareDataFolder(path)).toThrow(
        `The folder ${path} is used for something else, so Tilldesk does not close it to other users; name a new folder with --data-dir.`,
      );
      expect(statSync(path).mode & 0o777).toBe(0o755);
      chmodSync(path, 0o700);
      expect(prepareDataFolder(path).notes).toEqual([]);
    });

    it('that everybody uses, such as /tmp, keeps its mode and is refused', () => {
      const path = folderWithMode(0o1777);
      expect(() => prepareDataFolder(path)).toThrow('is used for something else');
      expect(statSync(path).mode & 0o7777).toBe(0o1777);
    });

    const outside = () => join(folderWithMode(0o700, 'victim'), 'victim');

    it.each([
      ['a link', 'tilldesk.log', (file: string) => symlinkSync(outside(), file), 'is a link'],
      ['a hard link', 'tilldesk.log', (file: string) => linkSync(outside(), file), 'is a link'],
      ['a folder', 'backups', (file: string) => symlinkSync(folderWithMode(0o700), file), 'is a link'],
      ['a writable file', 'tilldesk.sqlite', (file: string) => plant(file, 0o666), 'can be written to by other users'],
      [
        'a writable log',
        'tilldesk.sqlite-wal',
        (file: string) => plant(file, 0o620),
        'can be written to by other users',
      ],
      ...(isRoot
        ? (['secret.key', 'settings.json', 'webhook-receivers.json'].map((name) => [
            'a file',
            name,
            (file: string) => {
              plant(file, 0o644);
              chownSync(file, 65_534, 65_534);
            },
            'belongs to another user (65534)',
          ]) as [string, string, (file: string) => void, string][])
        : []),
    ])('that others could write to is refused with %s planted as %s', (_kind, name, makeFile, why) => {
      const path = folderWithMode(0o777, 'windows.json');
      const file = join(path, name);
      makeFile(file);
      // The second start sees what the first one left.
      for (let start = 1; start <= 2; start += 1) {
        expect(() => prepareDataFolder(path)).toThrow(
          `Other users could write to the data folder ${path}, and ${file} ${why}; move it away, or choose another folder with --data-dir.`,
        );
      }
    });

    it('that others could only read keeps its links', () => {
      const path = folderWithMode(0o755, 'windows.json');
      symlinkSync(outside(), join(path, 'tilldesk.log'));
      expect(prepareDataFolder(path).notes).toHaveLength(1);
    });

    it.runIf(isRoot)('of another user is refused with one sentence', () => {
      const path = folderWithMode(0o777, 'tilldesk.sqlite');
      chownSync(path, 4242, 4242);
      expect(() => prepareDataFolder(path)).toThrow(
        `The data folder ${path} belongs to another user (4242); choose another with --data-dir, such as a new folder in it.`,
      );
      expect(statSync(path).mode & 0o777).toBe(0o777);
    });
  });

  it('stores everything inside the folder', () => {
    const path = join(createTemporaryFolder(), 'data');
    for (const entry of Object.values(locateInDataFolder(path))) expect(entry.startsWith(path)).toBe(true);
  });
});
