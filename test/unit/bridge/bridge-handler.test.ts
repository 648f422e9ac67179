import { describe, expect, it } from 'vitest';
import { ApiFailure } from '../../../electron/api-client/api-client.ts';
import { ExportError } from '../../../electron/exports/export-error.ts';
import { SignInError } from '../../../electron/session/sign-in.ts';
import { BRIDGE_CALLS } from '../../../shared/contract/bridge.ts';
import { DEFAULT_SETTINGS } from '../../../shared/contract/defaults.ts';
import { CREDENTIALS } from '../session/service-double.ts';
import { ABOUT, bridgeDouble, SIGNED_IN, SIGNED_OUT } from './bridge-double.ts';

const signInArgument = { ...CREDENTIALS, remember: true };

describe('the bridge', () => {
  it.each(['', 'toString', '__proto__', 'constructor', 'deleteAll', 7, null, undefined, ['signOut']])(
    'refuses a call named %j',
    async (name) => {
      expect(await bridgeDouble().handle(name, {})).toMatchObject({
        ok: false,
        failure: { code: 'invalid' },
      });
    },
  );

  it.each(Object.keys(BRIDGE_CALLS))('refuses an argument of %s that does not fit its schema', async (name) => {
    const { handle, done } = bridgeDouble();

    for (const argument of [undefined, null, 'x', [], { unknown: 1 }, { __proto__: null, url: 7, id: {} }]) {
      expect(await handle(name, argument)).toMatchObject({ ok: false, failure: { code: 'invalid' } });
    }
    expect(done).toEqual([]);
  });

  it('returns what a call returns', async () => {
    expect(await bridgeDouble().handle('readAbout', {})).toEqual({ ok: true, value: ABOUT });
  });

  it.each([
    [
      new SignInError('refused', 'Wrong credentials.', {
        status: 401,
        headers: new Headers({ 'x-request-id': 'r-1' }),
        body: new Uint8Array(),
      }),
      { code: 'refused', message: 'Wrong credentials.', status: 401, requestId: 'r-1' },
    ],
    [
      new SignInError('failed', 'Too many tries.', {
        status: 429,
        headers: new Headers({ 'retry-after': '8' }),
        body: new Uint8Array(),
      }),
      { code: 'failed', status: 429, retryAfterS: 8 },
    ],
    [new SignInError('unreachable', 'Away.'), { code: 'unreachable', message: 'Away.', status: null }],
    [new ApiFailure('timeout'), { code: 'unreachable', message: 'The service did not answer in time.' }],
    [
      new ExportError('invalid_request', 'No such filter.'),
      { code: 'invalid', message: 'No such filter.', reason: 'invalid-request' },
    ],
    [new ExportError('incomplete', 'Try again.'), { code: 'failed', message: 'Try again.', reason: 'incomplete' }],
    [
      new ExportError('not_written', 'Disk full.', { reason: 'disk-full' }),
      { code: 'failed', message: 'Disk full.', reason: 'disk-full' },
    ],
  ])('returns a failure as a value: %s', async (error, failure) => {
    const { handle } = bridgeDouble({ session: { signIn: () => Promise.reject(error) } });

    expect(await handle('signIn', signInArgument)).toMatchObject({ ok: false, failure });
  });

  it('hides the details of an unexpected error, and logs all of it except secrets', async () => {
    const error = new Error('cannot open /home/olga/db', { cause: new Error('password=canary') });
    const { handle, log } = bridgeDouble({ session: { signIn: () => Promise.reject(error) } });

    const result = await handle('signIn', signInArgument);

    expect(JSON.stringify(result)).not.toContain('olga');
    expect(result).toMatchObject({ ok: false, failure: { code: 'failed', status: null } });
    expect(log.text()).toContain('cannot open /home/olga/db');
    expect(log.text()).not.toContain('canary');
  });

  it('returns a failure if a part throws synchronously', async () => {
    const state = () => {
      throw new Error('broken');
    };

    expect(await bridgeDouble({ session: { state } }).handle('readSession', {})).toMatchObject({ ok: false });
  });
});

describe('the session through the bridge', () => {
  it('signs in with the credentials and the choice to be remembered', async () => {
    const asked: unknown[] = [];
    const signIn = async (...given: unknown[]) => {
      asked.push(given);
      return SIGNED_IN;
    };

    const result = await bridgeDouble({ session: { signIn } }).handle('signIn', signInArgument);

    expect(asked).toEqual([[CREDENTIALS, true]]);
    expect(result).toEqual({ ok: true, value: SIGNED_IN });
  });

  it('signs out and returns the new state', async () => {
    const { handle, done } = bridgeDouble({ session: { state: () => SIGNED_OUT } });

    expect(await handle('signOut', {})).toMatchObject({ ok: true, value: { kind: 'signed-out' } });
    expect(done).toEqual(['sign out']);
  });
});

describe('the settings through the bridge', () => {
  it('changes the given settings and returns all of them', async () => {
    const { handle } = bridgeDouble();

    await handle('changeSettings', { language: 'nl' });

    expect(await handle('readSettings', {})).toEqual({
      ok: true,
      value: { ...DEFAULT_SETTINGS, language: 'nl' },
    });
  });

  it.each([
    { language: 'de' },
    { theme: 'dark', colour: 'red' },
    { apiPort: 1023 },
    { apiPort: 65_536 },
    { apiPort: 4880.5 },
    { apiPort: '4880' },
  ])('refuses %j', async (changes) => {
    expect(await bridgeDouble().handle('changeComputerSettings', changes)).toMatchObject({ ok: false });
  });

  it('stores a port for the API, or that there is none', async () => {
    const { handle } = bridgeDouble();

    for (const apiPort of [4880, null]) {
      expect(await handle('changeComputerSettings', { apiPort })).toMatchObject({
        ok: true,
        value: { apiPort },
      });
    }
  });

  it('refuses the fixed port of the browser window, and changes nothing', async () => {
    const apiPort = 5001;
    const { handle } = bridgeDouble();

    expect(await handle('changeComputerSettings', { apiPort, keepsAnswersHours: 8 })).toMatchObject({
      ok: false,
      failure: { code: 'invalid', message: `Port ${apiPort} is used by the browser window; choose another one.` },
    });
    expect(await handle('readSettings', {})).toEqual({ ok: true, value: DEFAULT_SETTINGS });
  });

  it('refuses to start with the system if the host cannot do that', async () => {
    const change = { startsWithSystem: true };

    expect(await bridgeDouble().handle('changeComputerSettings', change)).toMatchObject({
      ok: false,
      failure: { code: 'invalid', message: 'Tilldesk cannot start with the system here.' },
    });
    const { handle } = bridgeDouble({ host: { canStartWithSystem: true } });
    expect(await handle('changeComputerSettings', change)).toMatchObject({ ok: true, value: change });
  });
});
