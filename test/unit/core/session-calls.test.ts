import { describe, expect, it } from 'vitest';
import type { SettingsStore } from '../../../electron/core/settings-store.ts';
import type { SessionKeeper } from '../../../electron/session/session-keeper.ts';
import { SignInError } from '../../../electron/session/sign-in-error.ts';
import { DEFAULT_SETTINGS } from '../../../shared/contract/default-settings.ts';
import { CREDENTIALS, errorAnswer } from '../session/service-double.ts';
import { bridgeDouble, SIGNED_IN, SIGNED_OUT } from './bridge-double.ts';

const FAR = 'https://till.example';
const order = (platform: string | null, remember = true) => ({ ...CREDENTIALS, platform, remember });

describe('signing in at a platform', () => {
  it('asks for it by the one form of its address', async () => {
    const asked: unknown[] = [];
    const signIn = async (credentials: unknown) => {
      asked.push(credentials);
      return SIGNED_IN;
    };

    await bridgeDouble({ session: { signIn } }).handle('signIn', order(' HTTPS://Till.Example:443/ '));

    expect(asked).toEqual([{ ...CREDENTIALS, platform: FAR }]);
  });

  it.each([
    ['http://till.example', 'insecure'],
    ['till.example', 'not-an-address'],
    ['', 'not-an-address'],
  ])('sends no password to %j', async (typed, platformTrouble) => {
    const asked: unknown[] = [];
    const signIn = async (credentials: unknown) => {
      asked.push(credentials);
      return SIGNED_IN;
    };
    const { handle } = bridgeDouble({ session: { signIn } });

    expect(await handle('signIn', order(typed))).toMatchObject({
      ok: false,
      failure: { code: 'invalid', platformTrouble },
    });
    expect(asked).toEqual([]);
  });

  it('says what is wrong with a platform that fails', async () => {
    const message = 'The service could not be reached.';
    const answer = { status: 502, headers: errorAnswer(502, message).headers, body: new Uint8Array() };
    const signIn = () => Promise.reject(new SignInError('failed', message, answer));

    expect(await bridgeDouble({ session: { signIn } }).handle('signIn', order(FAR))).toMatchObject({
      failure: { status: 502, platformTrouble: 'unreachable' },
    });
  });

  it.each([
    ['is the usual one from then on', true, FAR],
    ['is not, where it is not to be remembered', false, null],
  ])('%s', async (_what, remember, platform) => {
    const { handle } = bridgeDouble();

    await handle('signIn', order(FAR, remember));

    expect(await handle('readSettings', {})).toMatchObject({ value: { platform } });
  });

  it('succeeds where the settings cannot be written, and the log says so', async () => {
    const settings: SettingsStore = {
      setAside: null,
      read: () => DEFAULT_SETTINGS,
      change: () => {
        throw new Error('the disk is full');
      },
    };
    const { handle, log } = bridgeDouble({ host: { settings } });

    expect(await handle('signIn', order(FAR))).toMatchObject({ ok: true });
    expect(log.text()).toContain('the disk is full');
  });
});

describe('choosing a remembered sign-in of another platform', () => {
  const there = { ...SIGNED_IN, platform: FAR };

  it.each([
    ['makes that the usual one for who comes in', SIGNED_OUT, FAR],
    ['leaves other tools where they are in the middle of a session', SIGNED_IN, null],
  ])('%s', async (_what, before, platform) => {
    let present: ReturnType<SessionKeeper['state']> = before;
    const switchTo = async () => {
      present = there;
      return there;
    };
    const { handle } = bridgeDouble({ session: { state: () => present, switchTo } });

    await handle('switchSignIn', { id: 'far' });

    expect(await handle('readSettings', {})).toMatchObject({ value: { platform } });
  });
});

describe('remembered sign-ins', () => {
  it('are switched to and forgotten by their id', async () => {
    const done: string[] = [];
    const session = {
      switchTo: async (id: string) => {
        done.push(`switch to ${id}`);
        return SIGNED_IN;
      },
      forget: async (id: string | null) => {
        done.push(`forget ${id}`);
        return SIGNED_IN;
      },
    };
    const { handle } = bridgeDouble({ session });

    await handle('switchSignIn', { id: 'a' });
    await handle('forgetSignIn', { id: 'b' });

    expect(done).toEqual(['switch to a', 'forget b']);
  });

  it('that are not there fail as a value', async () => {
    const switchTo = () => Promise.reject(new SignInError('not_remembered', 'Not remembered.'));

    expect(await bridgeDouble({ session: { switchTo } }).handle('switchSignIn', { id: 'x' })).toMatchObject({
      ok: false,
      failure: { code: 'invalid', status: null },
    });
  });
});

describe('the usual platform in the settings', () => {
  it('is kept in the one form of its address, and can be none', async () => {
    const { handle } = bridgeDouble();

    await handle('changeSettings', { platform: 'https://Till.Example/' });
    expect(await handle('readSettings', {})).toMatchObject({ value: { platform: FAR } });
    await handle('changeSettings', { platform: null });
    expect(await handle('readSettings', {})).toMatchObject({ value: { platform: null } });
  });

  it('is nothing that no platform can be at', async () => {
    expect(await bridgeDouble().handle('changeSettings', { platform: 'http://till.example' })).toMatchObject({
      ok: false,
      failure: { code: 'invalid', platformTrouble: 'insecure' },
    });
  });
});
