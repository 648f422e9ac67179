import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createNamesVault } from '../../../electron/session/names-vault.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { recordedLog } from './recorded-log.ts';
import { storedSignIn } from './stored-session.ts';

function openVault(folder = temporaryFolder()) {
  const log = recordedLog();
  const file = join(folder, 'sign-ins.json');
  return { folder, file, log, vault: createNamesVault({ file, log }) };
}

describe('createNamesVault', () => {
  it('does not write a password, whoever may read the folder', async () => {
    const { folder, file, vault } = openVault();

    await vault.write([storedSignIn({ password: 'canary-Pa55' })]);

    expect(readdirSync(folder)).toEqual(['sign-ins.json']);
    expect(readFileSync(file, 'utf8')).not.toContain('canary');
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('writes a file that only its owner can read, even if a draft was readable by everybody', async () => {
    const { folder, file, vault } = openVault();
    writeFileSync(`${file}.new`, 'left by a killed program', { mode: 0o644 });

    await vault.write([storedSignIn()]);

    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['sign-ins.json']);
  });

  it('returns the password while it runs, and asks for it after a restart', async () => {
    const { folder, vault } = openVault();
    await vault.write([storedSignIn()]);

    expect(await vault.read()).toEqual([storedSignIn()]);
    expect(await openVault(folder).vault.read()).toEqual([storedSignIn({ password: null })]);
    expect(vault.isPersistent).toBe(false);
  });

  it('does not read a password from the file either', async () => {
    const { file, vault } = openVault();
    writeFileSync(file, JSON.stringify([storedSignIn()]));

    expect(await vault.read()).toEqual([storedSignIn({ password: null })]);
  });

  it('deletes its file once everything is forgotten', async () => {
    const { file, vault } = openVault();
    await vault.write([storedSignIn()]);

    await vault.write([]);

    expect(existsSync(file)).toBe(false);
    expect(await vault.read()).toEqual([]);
  });

  it.each(['', '{', '[1]', '{"account":"demo"}'])('remembers nobody from a file with %j, and says so', async (text) => {
    const { file, vault, log } = openVault();
    writeFileSync(file, text);

    expect(await vault.read()).toEqual([]);
    expect(log.text()).toContain('cannot be read');
  });
});
