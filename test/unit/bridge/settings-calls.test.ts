import { describe, expect, it } from 'vitest';
import type { SettingsStore } from '../../../electron/config/settings-store.ts';
import { SignInError } from '../../../electron/session/sign-in.ts';
import { DEFAULT_SETTINGS } from '../../../shared/contract/defaults.ts';
import { STAND_IN_CALLER } from '../../support/stand-in-platform.ts';
import { bridgeDouble, SIGNED_IN } from './bridge-double.ts';

const EVIL = 'https://evil.example';
const owner = { resolveCaller: async () => ({ ...STAND_IN_CALLER, roles: ['owner' as const] }) };

function storedSettings() {
  let settings = DEFAULT_SETTINGS;
  const store: SettingsStore = {
    setAside: null,
    read: () => settings,
    change: (changes) => {
      settings = { ...settings, ...changes };
      return settings;
    },
  };
  return store;
}

describe('the platform that checks the passwords of other tools', () => {
  it('cannot be changed together with language and theme', async () => {
    const settings = storedSettings();
    const { handle } = bridgeDouble({ ...owner, host: { settings } });
    for (const name of ['changeSettings', 'changeComputerSettings']) {
      expect(await handle(name, { platform: EVIL })).toMatchObject({
        ok: false,
        failure: { code: 'invalid' },
      });
    }
    expect(settings.read().platform).toBeNull();
  });

  it('can be changed by an owner who enters the password again', async () => {
    const settings = storedSettings();
    const asked: string[] = [];
    const confirmPassword = async (password: string) => void asked.push(password);
    const { handle } = bridgeDouble({ ...owner, host: { settings }, session: { confirmPassword } });
    const moved = await handle('changePlatform', {
      platform: ' HTTPS://Till.Example:443/ ',
      password: 'right',
    });
    expect(moved).toMatchObject({ ok: true, value: { platform: 'https://till.example' } });
    expect([asked, settings.read().platform]).toEqual([['right'], 'https://till.example']);
  });

  it('is not changed if the password is wrong', async () => {
    const settings = storedSettings();
    const confirmPassword = async () => {
      throw new SignInError('refused', 'Wrong.');
    };
    const { handle } = bridgeDouble({ ...owner, host: { settings }, session: { confirmPassword } });
    const answer = await handle('changePlatform', { platform: EVIL, password: 'wrong' });
    expect(answer).toMatchObject({ ok: false, failure: { code: 'refused' } });
    expect(settings.read().platform).toBeNull();
  });

  it('cannot be changed by a user who is signed in to another one, such as the demo with its published password', async () => {
    const settings = storedSettings();
    const { handle } = bridgeDouble({
      ...owner,
      host: { settings },
      session: { state: () => ({ ...SIGNED_IN, platform: 'https://till.example' }) },
    });
    const answer = await handle('changePlatform', { platform: EVIL, password: 'right' });
    expect(answer).toMatchObject({ ok: false, failure: { code: 'refused', status: 403 } });
    expect(settings.read().platform).toBeNull();
  });

  it.each(['http://till.example', 'https://user:pw@till.example', 'file:///etc'])('cannot be %s', async (platform) => {
    const { handle } = bridgeDouble(owner);
    const answer = await handle('changePlatform', { platform, password: 'right' });
    expect(answer).toMatchObject({ ok: false, failure: { code: 'invalid' } });
  });
});
