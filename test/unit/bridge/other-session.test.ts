import { describe, expect, it } from 'vitest';
import { sendInSession } from '../../../electron/bridge/signed-in-caller.ts';
import { BRIDGE_CALLS } from '../../../shared/contract/bridge.ts';
import { USER_INDEPENDENT_CALLS } from '../../../shared/contract/window-headers.ts';
import { STAND_IN_CALLER } from '../../support/stand-in-platform.ts';
import { LIST_SHOPS } from '../session/stored-session.ts';
import { bridgeDouble, SIGNED_IN, SIGNED_OUT } from './bridge-double.ts';

const OTHERS = { failure: { code: 'other-session', status: 409 } };
const OF_A_USER = Object.keys(BRIDGE_CALLS).filter((name) => !USER_INDEPENDENT_CALLS.has(name as never));

/** Arguments of the calls. Calls that are not listed have an empty argument. */
const ARGUMENTS: Readonly<Record<string, unknown>> = {
  exportMonth: { key: 'k', request: { month: '2026-10', locationId: null, format: 'csv', language: 'nl' } },
  exportDataset: {
    key: 'k',
    request: { dataset: 'price-list', filters: {}, format: 'csv', profile: 'excel', language: 'nl' },
  },
  cancelExport: { key: 'k' },
  compareExport: { id: 12 },
  showExport: { id: 12, where: 'folder' },
  openPlace: { place: { kind: 'documentation' } },
  changePlatform: { platform: null, password: 'x' },
};

describe('a window that shows an earlier session', () => {
  it.each(OF_A_USER)('is refused %s, which does nothing', async (name) => {
    const { handle, done } = bridgeDouble();
    expect(await handle(name, ARGUMENTS[name] ?? {}, 'session-0')).toMatchObject(OTHERS);
    expect(done).toEqual([]);
    expect(await handle(name, ARGUMENTS[name] ?? {}, 'session-1')).not.toMatchObject(OTHERS);
  });

  it('learns who is signed in, and may change the settings of this computer', async () => {
    const { handle } = bridgeDouble();
    expect(await handle('readSession', {}, 'session-0')).toEqual({ ok: true, value: SIGNED_IN });
    expect(await handle('changeSettings', { theme: 'dark' }, 'session-0')).toMatchObject({ ok: true });
  });

  it('gets no response from the API, which is not called', async () => {
    const asked: string[] = [];
    const { session } = bridgeDouble({
      session: {
        async request({ path }) {
          asked.push(path);
          return { status: 200, headers: new Headers(), body: new Uint8Array() };
        },
      },
    });
    const send = sendInSession(session);
    await expect(send(LIST_SHOPS, 'session-0')).rejects.toMatchObject(OTHERS);
    expect(asked).toEqual([]);
    for (const shown of ['session-1', null]) expect((await send(LIST_SHOPS, shown)).status).toBe(200);
  });

  it('is told by the API itself that nobody is signed in', async () => {
    const { session } = bridgeDouble({ session: { state: () => SIGNED_OUT } });
    expect((await sendInSession(session)(LIST_SHOPS, 'session-0')).status).toBe(200);
  });
});

describe('a call in progress while another user signs in', () => {
  it('does not become a call of the next user', async () => {
    let sessionId = 'session-1';
    // The token of the earlier session is revoked during the lookup. That of the next one would be valid.
    const resolveCaller = async (token: string) => {
      if (token === 'token-2') return { ...STAND_IN_CALLER, userId: 99 };
      sessionId = 'session-2';
      return null;
    };
    const { handle } = bridgeDouble({
      session: {
        state: () => ({ ...SIGNED_IN, sessionId }),
        token: () => (sessionId === 'session-1' ? 'token-1' : 'token-2'),
      },
      resolveCaller,
    });
    expect(await handle('readExportProgress', {}, 'session-1')).toMatchObject(OTHERS);
  });
});
