import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { locateInDataFolder, prepareDataFolder } from '../../../electron/startup/data-folder.ts';
import { makeFifo } from '../../support/make-fifo.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

describe('prepareDataFolder', () => {
  it('makes the folder for its owner alone', () => {
    const path = join(temporaryFolder(), 'a', 'b');
    expect(prepareDataFolder(path).path).toBe(path);
    expect(statSync(path).mode & 0o777).toBe(0o700);
  });

  it('takes a folder that is there as it is', () => {
    const path = temporaryFolder();
    writeFileSync(join(path, 'kept'), '');
    prepareDataFolder(path);
    expect(statSync(join(path, 'kept')).isFile()).toBe(true);
  });

  it('says in one sentence where it cannot write, and what to do', () => {
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    expect(() => prepareDataFolder(join(file, 'data'))).toThrow(
      `The data folder ${file}/data cannot be written to (EEXIST); choose another with --data-dir.`,
    );
    expect(() => prepareDataFolder(file)).toThrow(/cannot be written to \(EEXIST\)/);
  });

  it.runIf(process.platform === 'linux')('ends where a folder exists that takes none', () => {
    expect(() => prepareDataFolder('/proc/tilldesk/data')).toThrow(/cannot be written to \(ENOENT\)/);
  });

  it.each(['\\\\server\\share\\data', '//server/share'])('refuses %s, a folder of the network', (path) => {
    expect(() => prepareDataFolder(path)).toThrow(/on the network/);
  });

  it.each(['tilldesk.sqlite', 'tilldesk.log', 'instance.json', 'settings.json'])(
    'says that %s is a folder, and what to do',
    (name) => {
      const path = temporaryFolder();
      mkdirSync(join(path, name));
      expect(() => prepareDataFolder(path)).toThrow(
        `Tilldesk keeps a file at ${join(path, name)}, where a folder is now; move it away, or choose another folder with --data-dir.`,
      );
    },
  );

  it.each(['exports', 'backups', 'damaged', 'browser', 'electron'])(
    'says that %s is a file, and what to do',
    (name) => {
      const path = temporaryFolder();
      writeFileSync(join(path, name), '');
      expect(() => prepareDataFolder(path)).toThrow(
        `Tilldesk keeps a folder at ${join(path, name)}, where a file is now; move it away, or choose another folder with --data-dir.`,
      );
    },
  );

  it
    .skipIf(process.platform === 'win32')
    .each([
      ...['settings.json', 'instance.json', 'secret.key', 'webhook-receivers.json'],
      ...['tilldesk.sqlite', 'tilldesk.log'],
    ])('refuses a pipe at %s in one sentence, and waits for nobody to write to it', (name) => {
    const path = temporaryFolder();
    makeFifo(join(path, name));
    expect(() => prepareDataFolder(path)).toThrow(
      `Tilldesk keeps a file at ${join(path, name)}, where a pipe or a device is now; move it away, or choose another folder with --data-dir.`,
    );
  });

  it('keeps everything inside the folder', () => {
    const path = join(temporaryFolder(), 'data');
    for (const entry of Object.values(locateInDataFolder(path))) expect(entry.startsWith(path)).toBe(true);
  });
});
