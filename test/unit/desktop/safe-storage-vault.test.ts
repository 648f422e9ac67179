import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openDesktopVault } from '../../../electron/desktop/desktop-vault.ts';
import { behaviour } from '../../support/electron-stand-in.ts';
import { createLogRecorder } from '../../support/log-recorder.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const CREDENTIALS = { account: 'demo', email: 'owner@demo.example', password: 'päss "word"' };

beforeEach(() => {
  Object.assign(behaviour, {
    storageBackend: 'gnome_libsecret',
    isEncryptionAvailable: true,
    shouldReEncrypt: false,
  });
});

async function openVault(platform: NodeJS.Platform = 'linux') {
  const file = join(temporaryFolder(), 'sign-in.bin');
  const { log, records } = createLogRecorder();
  return { file, records, vault: await openDesktopVault(file, platform, log) };
}

describe('the vault of the desktop', () => {
  it('gives back what it was given, also after a restart', async () => {
    const { file, vault } = await openVault();
    await vault.write(CREDENTIALS);
    const { log } = createLogRecorder();
    expect(await (await openDesktopVault(file, 'linux', log)).read()).toEqual(CREDENTIALS);
    expect(vault.isPersistent).toBe(true);
  });

  it('writes nothing in plain text, and for its owner alone', async () => {
    const { file, vault } = await openVault();
    await vault.write(CREDENTIALS);
    expect(readFileSync(file, 'utf8')).not.toContain('päss');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(file, '..'))).toEqual(['sign-in.bin']);
  });

  it('holds nothing at first, and nothing after it was cleared', async () => {
    const { file, vault } = await openVault();
    expect(await vault.read()).toBeNull();
    await vault.write(CREDENTIALS);
    await vault.clear();
    await vault.clear();
    expect(await vault.read()).toBeNull();
    expect(existsSync(file)).toBe(false);
  });

  it.each(['basic_text', 'unknown'] as const)('stays in memory with the backend %s', async (backend) => {
    behaviour.storageBackend = backend;
    const { file, vault, records } = await openVault();
    await vault.write(CREDENTIALS);
    expect(vault.isPersistent).toBe(false);
    expect(existsSync(file)).toBe(false);
    expect(records).toHaveLength(1);
  });

  it('stays in memory where encryption is not available', async () => {
    behaviour.isEncryptionAvailable = false;
    const { vault } = await openVault('win32');
    expect(vault.isPersistent).toBe(false);
  });

  it('asks for the backend on Linux alone', async () => {
    behaviour.storageBackend = 'unknown';
    expect((await openVault('darwin')).vault.isPersistent).toBe(true);
  });

  it.each(['', 'sealed:', 'other:abc', 'sealed:}{'])(
    'forgets what it cannot read (%j), and says so',
    async (text) => {
      const { file, vault, records } = await openVault();
      writeFileSync(file, text);
      expect(await vault.read()).toBeNull();
      expect(records).toHaveLength(1);
      expect(JSON.stringify(records)).not.toContain('abc');
    },
  );

  it('writes anew when the key has changed', async () => {
    const { file, vault } = await openVault();
    await vault.write(CREDENTIALS);
    const { ino } = statSync(file);
    behaviour.shouldReEncrypt = true;
    expect(await vault.read()).toEqual(CREDENTIALS);
    expect(statSync(file).ino).not.toBe(ino);
  });
});
