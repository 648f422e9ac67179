import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../electron/base/caller.ts';
import { STAND_IN_CALLER } from '../../support/stand-in-platform.ts';
import { bridgeDouble } from './bridge-double.ts';

const KEPT = {
  number: 41,
  at: Date.parse('2026-11-21T11:00:00Z'),
  method: 'GET',
  path: '/api/shops',
  query: 'from=2026-10-01',
  status: 200,
  error: null,
  isOfWindow: true,
  durationMs: 1.5,
  caller: STAND_IN_CALLER,
  apiKeyName: 'Excel',
  requestId: 'r-1',
};
const SHOWN = {
  number: 41,
  at: '2026-11-21T12:00:00+01:00',
  method: 'GET',
  path: '/api/shops',
  query: 'from=2026-10-01',
  status: 200,
  error: null,
  isOfWindow: true,
  durationMs: 1.5,
  user: 'Sam Stand',
  apiKey: 'Excel',
  requestId: 'r-1',
};

describe('readRequests', () => {
  it('asks for the requests that the user who is signed in may see', async () => {
    const asked: unknown[] = [];
    const requestsOf = (reader: Caller, after: number) => {
      asked.push([reader, after]);
      return { entries: [KEPT], newest: 41 };
    };
    const { handle } = bridgeDouble({ requestsOf });

    expect(await handle('readRequests', { after: 40 })).toEqual({
      ok: true,
      value: { entries: [SHOWN], newest: 41 },
    });
    expect(asked).toEqual([[STAND_IN_CALLER, 40]]);
  });

  it('makes no request itself while the token is good, or the log would fill with its own reading', async () => {
    const { handle } = bridgeDouble({
      session: { request: () => Promise.reject(new Error('a request was made')) },
    });
    expect(await handle('readRequests', { after: 0 })).toMatchObject({ ok: true });
  });
});
