import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { StartError } from '../../../electron/base/errors.ts';
import { readRegularFile } from '../../../electron/base/private-file.ts';
import { readAllowedReceivers } from '../../../electron/config/allowed-receivers.ts';
import { readSettingsFile } from '../../../electron/config/settings-file.ts';
import { readInstance } from '../../../electron/startup/instance-file.ts';
import { readSecretKey } from '../../../electron/startup/secret-files.ts';
import { makeFifo } from '../../support/make-fifo.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

describe.skipIf(process.platform === 'win32')('a pipe to which nobody writes', () => {
  it.each([
    ['settings.json', (folder: string) => readSettingsFile(folder)],
    ['secret.key', (folder: string) => readSecretKey(join(folder, 'secret.key'))],
    ['instance.json', (folder: string) => readInstance(join(folder, 'instance.json'))],
    ['webhook-receivers.json', (folder: string) => readAllowedReceivers(join(folder, 'webhook-receivers.json'))],
  ])('keeps nobody waiting in the place of %s, and is named in one sentence', (name, read) => {
    const folder = temporaryFolder();
    makeFifo(join(folder, name));
    expect(() => read(folder)).toThrow(StartError);
    expect(() => read(folder)).toThrow(
      `What lies at ${join(folder, name)} is no regular file, such as a pipe or a device; move it away.`,
    );
  });
});

describe('readRegularFile', () => {
  it('reads a file, behind a link as well unless it is told not to', () => {
    const folder = temporaryFolder();
    const [file, link] = [join(folder, 'file'), join(folder, 'link')];
    writeFileSync(file, 'text');
    expect(readRegularFile(file)).toBe('text');
    if (process.platform === 'win32') return;
    symlinkSync(file, link);
    expect(readRegularFile(link)).toBe('text');
    expect(() => readRegularFile(link, { followsLinks: false })).toThrow('ELOOP');
  });

  it('leaves to the system what it says of a folder, and of nothing', () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'inner'));
    expect(() => readRegularFile(join(folder, 'inner'))).toThrow('EISDIR');
    expect(() => readRegularFile(join(folder, 'nothing'))).toThrow('ENOENT');
  });
});
