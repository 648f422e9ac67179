import { describe, expect, it } from 'vitest';
import { SignInError } from '../../../electron/session/sign-in.ts';
import { CREDENTIALS, errorAnswer } from '../session/service-double.ts';
import { bridgeDouble, SIGNED_IN } from './bridge-double.ts';

const FAR = 'https://till.example';
const order = (platform: string | null, remember = true) => ({ ...CREDENTIALS, platform, remember });

describe('signing in to a platform', () => {
  it('normalizes its address', async () => {
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
  ])('does not send the password to %j', async (typed, platformProblem) => {
    const asked: unknown[] = [];
    const signIn = async (credentials: unknown) => {
      asked.push(credentials);
      return SIGNED_IN;
    };
    const { handle } = bridgeDouble({ session: { signIn } });

    expect(await handle('signIn', order(typed))).toMatchObject({
      ok: false,
      failure: { code: 'invalid', platformProblem },
    });
    expect(asked).toEqual([]);
  });

  it('explains the failure of a platform', async () => {
    const message = 'The service could not be reached.';
    const answer = { status: 502, headers: errorAnswer(502, message).headers, body: new Uint8Array() };
    const signIn = () => Promise.reject(new SignInError('failed', message, answer));

    expect(await bridgeDouble({ session: { signIn } }).handle('signIn', order(FAR))).toMatchObject({
      failure: { status: 502, platformProblem: 'unreachable' },
    });
  });

  it.each([true, false])('does not change the platform of other tools, remembered or not (%s)', async (remember) => {
    const { handle } = bridgeDouble({ session: { signIn: async () => ({ ...SIGNED_IN, platform: FAR }) } });
    await handle('signIn', order(FAR, remember));
    expect(await handle('readSettings', {})).toMatchObject({ value: { platform: null } });
  });
});

describe('remembered sign-ins', () => {
  it('can be switched to and forgotten by their id', async () => {
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

  it('fail with a value if they do not exist', async () => {
    const switchTo = () => Promise.reject(new SignInError('not_remembered', 'Not remembered.'));

    expect(await bridgeDouble({ session: { switchTo } }).handle('switchSignIn', { id: 'x' })).toMatchObject({
      ok: false,
      failure: { code: 'invalid', status: null },
    });
  });
});
