import { describe, expect, it } from 'vitest';
import { createApiClient } from '../../../electron/api-client/api-client.ts';
import { systemClock } from '../../../electron/base/clock.ts';
import { createKeyedPlatform } from '../../../electron/platform/remote/keyed-platform.ts';
import { createSessionKeeper } from '../../../electron/session/session-keeper.ts';
import { createMemoryVault } from '../../support/memory-vault.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { recordedLog } from '../../unit/session/recorded-log.ts';
import { CREDENTIALS, ME } from '../../unit/session/service-double.ts';
import { standingClock } from '../../unit/session/standing-clock.ts';
import { judgedExport, movingList } from '../support/exports/judged-export.ts';
import {
  type Gate,
  isProof,
  refusal,
  startFakeService,
  upstreamPlatform,
} from '../support/exports/upstream-platform.ts';

const PAGE_MINUTES = 5;
const MINUTE_MS = 60_000;
const ROWS = 4_700;
const ORDERS = { dataset: 'orders', filters: { from: '2026-10-01' }, columns: ['id'] } as const;

/** A service whose tokens last 30 minutes, which takes 5 for a page and answers everybody else with 401. */
function slowService(forgetsAtPage: number | null) {
  const clock = standingClock();
  const known = new Map<string, number>();
  const seen = { logins: 0, refreshes: 0, refused: 0, pages: 0 };

  const gate: Gate = async (call, request) => {
    if (call.startsWith('POST /api/auth/')) {
      if (call.endsWith('login')) seen.logins += 1;
      else seen.refreshes += 1;
      const token = `token-${seen.logins + seen.refreshes}`;
      const expiresAtMs = clock.now() + 30 * MINUTE_MS;
      known.set(token, expiresAtMs);
      return { status: 200, body: { token, expires_at: Math.floor(expiresAtMs / 1_000), expires_in: 1_800 } };
    }
    const token = request.headers.authorization?.replace('Bearer ', '') ?? '';
    if (call === 'GET /api/orders' && seen.pages === forgetsAtPage && seen.refused === 0) known.clear();
    if ((known.get(token) ?? 0) <= clock.now()) {
      seen.refused += 1;
      return refusal(401, 'The token is not valid.');
    }
    if (call === 'GET /api/me') return { status: 200, body: ME };
    if (call === 'GET /api/orders' && !isProof(new URL(request.url ?? '', 'http://service').searchParams)) {
      seen.pages += 1;
      await clock.advance(PAGE_MINUTES * MINUTE_MS);
    }
    return null;
  };
  return { clock, gate, seen };
}

async function longExport(forgetsAtPage: number | null) {
  const { clock, gate, seen } = slowService(forgetsAtPage);
  const list = movingList({ rows: ROWS, incidents: [] });
  const baseAddress = await startFakeService(upstreamPlatform(list), gate);
  const keeper = createSessionKeeper({
    client: createApiClient({ baseAddress, clock: systemClock }),
    clock,
    vault: createMemoryVault(),
    log: recordedLog(),
    revoke: async () => undefined,
    markOf: String,
  });
  await keeper.signIn(CREDENTIALS, false);
  const beganAtMs = clock.now();
  const judged = await judgedExport(
    createKeyedPlatform({ send: (path) => keeper.request({ method: 'GET', path }), clock, log: recordedLog() }),
    { ...ORDERS, columns: [...ORDERS.columns] },
    temporaryFolder(),
  );
  return { ...judged, list, seen, minutes: (clock.now() - beganAtMs) / MINUTE_MS };
}

describe('an export of 90 minutes with tokens of 30 minutes', () => {
  it('has its token refreshed every 25 minutes, and reads each page once', async () => {
    const { outcome, ids, list, seen, minutes } = await longExport(null);

    expect(outcome).toBe('whole');
    expect(ids).toEqual(list.calls.at(-1)?.ids);
    expect(minutes).toBeGreaterThanOrEqual(90);
    expect(seen).toEqual({
      logins: 1,
      refreshes: Math.floor(minutes / 25),
      refused: 0,
      pages: list.calls.length,
    });
    const starts = list.calls.filter(({ limit }) => limit > 1).map(({ start }) => start);
    expect(starts).toEqual(starts.map((_start, page) => page * 249));
  });

  it('signs in again when its token is refused midway, and loses or repeats no page', async () => {
    const { outcome, ids, list, seen } = await longExport(9);

    expect(outcome).toBe('whole');
    expect(ids).toEqual(list.calls.at(-1)?.ids);
    expect(seen).toMatchObject({ logins: 2, refused: 1, pages: list.calls.length });
    const starts = list.calls.filter(({ limit }) => limit > 1).map(({ start }) => start);
    expect(starts).toEqual(starts.map((_start, page) => page * 249));
  });
});
