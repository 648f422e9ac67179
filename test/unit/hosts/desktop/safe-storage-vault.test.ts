import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { safeStorage } from 'electron';
import { beforeEach, describe, expect, it } from 'vitest';
import { formatSealed, openDesktopVault } from '../../../../electron/hosts/desktop/desktop-vault.ts';
import type { StoredSignIn } from '../../../../electron/session/credential-vault.ts';
import { behaviour } from '../../../support/electron-stand-in.ts';
import { createFixedClock, NOW } from '../../../support/fixed-clock.ts';
import { createLogRecorder } from '../../../support/log-recorder.ts';
import { createTemporaryFolder } from '../../../support/temporary-folder.ts';

const OLDER = { account: 'demo', email: 'owner@demo.example', password: 'päss "word"' };
const KEPT: readonly StoredSignIn[] = [
  { ...OLDER, id: 'one', platform: null, name: 'Eva', lastUsedAt: 2 },
  { ...OLDER, id: 'two', platform: 'https://till.example', name: 'Joost', password: null, lastUsedAt: 1 },
];

const CLOCK = createFixedClock(NOW);

beforeEach(() => {
  Object.assign(behaviour, {
    storageBackend: 'gnome_libsecret',
    isKeyringLocked: false,
    isAsyncEncryptionAvailable: true,
    shouldReEncrypt: false,
    canEncrypt: true,
    storageKey: 'v11-1',
  });
});

/** The content of the file if the system encrypted to these bytes. */
function sealedAs(encrypted: string): string {
  return JSON.stringify({ backend: 'kwallet', sealed: Buffer.from(encrypted).toString('base64') });
}

async function openVault(platform: NodeJS.Platform = 'linux') {
  const file = join(createTemporaryFolder(), 'sign-in.bin');
  const { log, records } = createLogRecorder();
  return { file, records, vault: await openDesktopVault(file, platform, log, CLOCK) };
}

async function openAgain(file: string, backend: 'kwallet6' | 'gnome_libsecret' | 'basic_text') {
  behaviour.storageBackend = backend;
  const { log, records } = createLogRecorder();
  return { records, vault: await openDesktopVault(file, 'linux', log, CLOCK) };
}

describe('the desktop vault', () => {
  it('returns what was stored, also after a restart', async () => {
    const { file, vault } = await openVault();
    await vault.write(KEPT);
    const { log } = createLogRecorder();
    expect(await (await openDesktopVault(file, 'linux', log, CLOCK)).read()).toEqual(KEPT);
    expect(vault.isPersistent).toBe(true);
  });

  it('writes nothing in plain text, and is readable by its owner only', async () => {
    const { file, vault } = await openVault();
    await vault.write(KEPT);
    expect(readFileSync(file, 'utf8')).not.toContain('päss');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(file, '..'))).toEqual(['sign-in.bin']);
  });

  it('is empty at first, and after it was cleared', async () => {
    const { file, vault } = await openVault();
    expect(await vault.read()).toEqual([]);
    await vault.write(KEPT);
    await vault.write([]);
    await vault.write([]);
    expect(await vault.read()).toEqual([]);
    expect(existsSync(file)).toBe(false);
  });

  it.each(['basic_text', 'unknown'] as const)('stays in memory with the backend %s', async (backend) => {
    behaviour.storageBackend = backend;
    const { file, vault, records } = await openVault();
    await vault.write(KEPT);
    expect(vault.isPersistent).toBe(false);
    expect(existsSync(file)).toBe(false);
    expect(records).toHaveLength(1);
  });

  it('stays in memory if encryption is not available', async () => {
    behaviour.isAsyncEncryptionAvailable = false;
    const { vault } = await openVault('win32');
    expect(vault.isPersistent).toBe(false);
  });

  it.each(['darwin', 'win32'] as const)(
    'needs no Linux backend on %s, where v10 is the key of the system',
    async (platform) => {
      Object.assign(behaviour, {
        storageBackend: 'unknown',
        storageKey: 'v10-of-the-system',
      });
      const { file, vault } = await openVault(platform);
      await vault.write(KEPT);
      expect(vault.isPersistent).toBe(true);
      const { log } = createLogRecorder();
      expect(await (await openDesktopVault(file, platform, log, CLOCK)).read()).toEqual(KEPT);
    },
  );

  it.each(['', '{', '[]', '{"backend":"kwallet"}', sealedAs('v11-1:'), sealedAs('v11-2:abc'), sealedAs('v11-1:}{')])(
    'discards what it cannot read (%j), and says so',
    async (text) => {
      const { file, vault, records } = await openVault();
      writeFileSync(file, text);
      expect(await vault.read()).toEqual([]);
      expect(records).toHaveLength(1);
      expect(JSON.stringify(records)).not.toContain('abc');
    },
  );

  it('reads the single sign-in that older versions stored, and writes a list next', async () => {
    const { file, vault } = await openVault();
    const encrypted = await safeStorage.encryptStringAsync(JSON.stringify(OLDER));
    writeFileSync(file, formatSealed({ backend: 'gnome_libsecret', encrypted }));
    const [taken, ...others] = await vault.read();
    expect(taken).toMatchObject({ ...OLDER, platform: null, name: OLDER.email, lastUsedAt: 0 });
    expect(others).toEqual([]);
    await vault.write(taken === undefined ? [] : [taken]);
    expect(await vault.read()).toEqual([taken]);
  });

  it('writes again if the key has changed', async () => {
    const { file, vault } = await openVault();
    await vault.write(KEPT);
    const { ino } = statSync(file);
    behaviour.shouldReEncrypt = true;
    expect(await vault.read()).toEqual(KEPT);
    expect(statSync(file).ino).not.toBe(ino);
  });

  it('keeps what it cannot encrypt again, and says so', async () => {
    const { vault, records } = await openVault();
    await vault.write(KEPT);
    Object.assign(behaviour, { shouldReEncrypt: true, canEncrypt: false });
    expect(await vault.read()).toEqual(KEPT);
    expect(records).toHaveLength(1);
  });
});

describe('on Linux, where the asynchronous interface accepts the key that is published with Chromium', () => {
  it.each([
    ['it is not available', { isAsyncEncryptionAvailable: false }],
    ['the keeper is a plain text', { storageBackend: 'basic_text' }],
    ['the keeper has no name', { storageBackend: '' }],
    ['what is encrypted begins with v10', { storageKey: 'v10' }],
    ['nothing can be encrypted', { canEncrypt: false }],
  ] as const)('no password is written: %s', async (_sign, signs) => {
    Object.assign(behaviour, signs);
    const { file, vault, records } = await openVault();
    await vault.write(KEPT);

    expect(vault.isPersistent).toBe(false);
    expect(readdirSync(join(file, '..'))).toEqual(['sign-ins.json']);
    expect(readFileSync(join(file, '..', 'sign-ins.json'), 'utf8')).not.toContain('päss');
    expect(JSON.stringify(records)).toContain('in memory only');
  });

  it('the program goes on without a keyring that stays locked for 20 seconds', async () => {
    behaviour.isKeyringLocked = true;
    const opening = openVault();
    CLOCK.advance(20_000);
    const { vault, records } = await opening;
    expect(vault.isPersistent).toBe(false);
    expect(JSON.stringify(records)).toContain('The keyring is locked');
  });

  it('no password is written once the keyring has disappeared while the program runs', async () => {
    const { file, vault } = await openVault();
    behaviour.storageKey = 'v10';
    await expect(vault.write(KEPT)).rejects.toThrow('no longer has a key');
    expect(existsSync(file)).toBe(false);
  });

  it.each([
    ['with a keeper', 'v11-1'],
    ['without one', 'v10'],
  ])('a file that an earlier version wrote with it is removed unread, %s', async (_who, storageKey) => {
    behaviour.storageKey = 'v10';
    const encrypted = await safeStorage.encryptStringAsync(JSON.stringify(KEPT));
    behaviour.storageKey = storageKey;
    const { file, vault, records } = await openVault();
    writeFileSync(file, formatSealed({ backend: 'gnome_libsecret', encrypted }));

    expect(await vault.read()).toEqual([]);
    expect(existsSync(file)).toBe(false);
    expect(JSON.stringify(records)).toContain('were removed');
  });
});

describe('names that were stored while there was no vault', () => {
  const [eva, joost] = KEPT;

  it('are read by the vault as well, and after its first write are in the vault only', async () => {
    const { file } = await openVault();
    await (await openAgain(file, 'basic_text')).vault.write(KEPT);
    const { vault } = await openAgain(file, 'gnome_libsecret');

    const known = await vault.read();
    expect(known.map(({ name, password }) => [name, password])).toEqual([
      ['Eva', null],
      ['Joost', null],
    ]);
    await vault.write(known);
    expect(readdirSync(join(file, '..'))).toEqual(['sign-in.bin']);
    expect(await vault.read()).toEqual(known);
  });

  it('do not replace a user whose password is in the vault', async () => {
    const { file, vault } = await openVault();
    await vault.write(KEPT.slice(0, 1));
    writeFileSync(join(file, '..', 'sign-ins.json'), JSON.stringify(KEPT));

    expect(await (await openAgain(file, 'gnome_libsecret')).vault.read()).toEqual([eva, joost]);
  });

  it('do not affect the vault if they cannot be read', async () => {
    const { file, vault } = await openVault();
    await vault.write(KEPT);
    mkdirSync(join(file, '..', 'sign-ins.json'));
    const reopened = await openAgain(file, 'gnome_libsecret');

    expect(await reopened.vault.read()).toEqual(KEPT);
    expect(reopened.records).toHaveLength(1);
  });
});

describe('if another backend holds the secrets than before', () => {
  it('the vault remembers which backend holds them', async () => {
    const { file, vault } = await openVault();
    await vault.write(KEPT);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ backend: 'gnome_libsecret' });
  });

  it('the vault continues if the new backend has the key, and remembers it', async () => {
    const { file, vault } = await openVault();
    await vault.write(KEPT);
    expect(await (await openAgain(file, 'kwallet6')).vault.read()).toEqual(KEPT);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ backend: 'kwallet6' });
  });

  it('the vault asks to sign in if the new backend lacks the key, names the user, and keeps the file for the old one', async () => {
    const { file, vault } = await openVault();
    await vault.write(KEPT);
    behaviour.storageKey = 'v11-2';
    const other = await openAgain(file, 'kwallet6');
    expect(await other.vault.read()).toEqual([]);
    expect(other.records).toMatchObject([{ was: 'gnome_libsecret', is: 'kwallet6' }]);
    behaviour.storageKey = 'v11-1';
    expect(await (await openAgain(file, 'gnome_libsecret')).vault.read()).toEqual(KEPT);
  });

  it.each([
    ['is remembered', KEPT],
    ['is forgotten', []],
  ])('the vault deletes the old file once somebody %s in memory', async (_what, signIns) => {
    const { file, vault } = await openVault();
    await vault.write(KEPT);
    const inMemory = (await openAgain(file, 'basic_text')).vault;
    expect(await inMemory.read()).toEqual([]);
    expect(existsSync(file)).toBe(true);
    await inMemory.write(signIns);
    expect(existsSync(file)).toBe(false);
  });
});
