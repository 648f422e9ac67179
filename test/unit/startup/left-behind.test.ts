import { existsSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fileIdentity, removeLeftBehind } from '../../../electron/startup/instance-file.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

function leftFile(): string {
  const file = join(temporaryFolder(), 'instance.json');
  writeFileSync(file, 'left');
  return file;
}

describe('removeLeftBehind', () => {
  it('removes the file that was looked at, and leaves nothing', () => {
    const file = leftFile();
    expect(removeLeftBehind(file, fileIdentity(file))).toBe(true);
    expect(readdirSync(dirname(file))).toEqual([]);
  });

  it('leaves a file that another process has put in its place since', () => {
    const file = leftFile();
    const mark = fileIdentity(file);
    writeFileSync(file, 'that of another process');
    expect(removeLeftBehind(file, mark)).toBe(true);
    expect(readdirSync(dirname(file))).toEqual([basename(file)]);
  });

  it('does nothing while another process is at it', () => {
    const file = leftFile();
    writeFileSync(`${file}.takeover`, '');
    expect(removeLeftBehind(file, fileIdentity(file))).toBe(false);
    expect(existsSync(file)).toBe(true);
  });

  it('does not wait for ever for one that was killed at it', () => {
    const file = leftFile();
    writeFileSync(`${file}.takeover`, '');
    utimesSync(`${file}.takeover`, 0, 0);
    expect(removeLeftBehind(file, fileIdentity(file))).toBe(false);
    expect(removeLeftBehind(file, fileIdentity(file))).toBe(true);
  });
});
