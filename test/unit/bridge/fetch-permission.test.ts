import { describe, expect, it } from 'vitest';
import { createFetchPermission } from '../../../electron/bridge/export-calls.ts';
import { STAND_IN_CALLER } from '../../support/stand-in-platform.ts';
import { bridgeDouble } from './bridge-double.ts';

const session = (token: string | null) => bridgeDouble({ session: { token: () => token } }).session;
const PATH = '/exports/a.csv';

describe('createFetchPermission', () => {
  it('asks who is signed in now', async () => {
    const exports = {
      mayFetch: async (caller: unknown, path: string) => caller === signedIn && path === PATH,
    };
    let signedIn = STAND_IN_CALLER;
    const mayFetch = createFetchPermission({
      session: session('t'),
      exports,
      resolveCaller: async () => STAND_IN_CALLER,
    });

    expect(await mayFetch(PATH)).toBe(true);
    expect(await mayFetch('/exports/b.csv')).toBe(false);
    signedIn = { ...STAND_IN_CALLER };
    expect(await mayFetch(PATH)).toBe(false);
  });

  it('refuses downloads while nobody is signed in', async () => {
    const exports = { mayFetch: async () => true };
    const mayFetch = createFetchPermission({ session: session(null), exports, resolveCaller: async () => null });

    expect(await mayFetch(PATH)).toBe(false);
  });

  it('throws an unexpected error', async () => {
    const fault = new TypeError('ours');
    const exports = { mayFetch: () => Promise.reject(fault) };
    const mayFetch = createFetchPermission({
      session: session('t'),
      exports,
      resolveCaller: async () => STAND_IN_CALLER,
    });

    await expect(mayFetch(PATH)).rejects.toBe(fault);
  });
});
