import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../../electron/base/caller.ts';
import { readRequests } from '../../../../shared/contract/window.ts';
import { STAND_IN_CALLER } from '../../../support/stand-in-platform.ts';
import { windowDouble } from './window-double.ts';

const KEPT = {
  number: 41,
  at: Date.parse('2026-11-21T11:00:00Z'),
  method: 'GET',
  path: '/api/shops',
  query: 'from=2026-10-01',
  status: 200,
  error: null,
  isFromWindow: true,
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
  isFromWindow: true,
  durationMs: 1.5,
  user: 'Sam Stand',
  apiKey: 'Excel',
  requestId: 'r-1',
};

describe('readRequests', () => {
  it('returns the requests that the signed-in user may see', async () => {
    const asked: unknown[] = [];
    const read = ({ reader, after }: { readonly reader: Caller; readonly after: number }) => {
      asked.push([reader, after]);
      return { entries: [KEPT], newest: 41 };
    };
    const { call } = windowDouble({ journal: { read } });

    expect(await call(readRequests, { query: { after: 40 } })).toEqual({
      status: 200,
      body: { entries: [SHOWN], newest: 41 },
    });
    expect(asked).toEqual([[STAND_IN_CALLER, 40]]);
  });
});
