import { beforeEach, describe, expect, it } from 'vitest';
import type { ChangesQuery, Platform } from '../../electron/platform/platform.ts';
import { PlatformError } from '../../electron/platform/platform-error.ts';
import { listOrderChanges, listProductChanges } from '../../shared/contract/changes.ts';
import { type FixtureService, startFixtureService } from '../support/fixture-service.ts';
import { createShopChanges } from '../support/shop-changes.ts';
import { PRODUCT } from '../support/shop-fixture.ts';
import { type SignedInService, startStandInService } from '../support/stand-in-service.ts';

const PATHS = [listProductChanges.path, listOrderChanges.path];
const NOW = '2026-11-21T12:00:00Z';
const EMPTY = { rows: [], total: 0, next: 'v0', hasMore: false };

describe('since', () => {
  let service: SignedInService;
  let asked: ChangesQuery[];
  beforeEach(async () => {
    asked = [];
    const readChanges: Platform['readChanges'] = async (_caller, _feed, query) => {
      asked.push(query);
      return EMPTY;
    };
    service = await startStandInService({ methods: { readChanges } });
    return () => service.stop();
  });

  const send = (query: string, path = PATHS[0]) => service.send('GET', `${path}?${query}`, { token: service.token });
  const refusalOf = (query: string, path = PATHS[0]) =>
    service.refusal('GET', `${path}?${query}`, { token: service.token });

  it.each([
    ['with an encoded +', '2026-11-21T13:00:00%2B01:00'],
    ['with a plain +', '2026-11-21T13:00:00+01:00'],
    ['with -', '2026-11-21T07:00:00-05:00'],
    ['with Z', '2026-11-21T12:00:00Z'],
    ['in lower case', '2026-11-21t12:00:00z'],
    ['with a fraction', '2026-11-21T12:00:00.000Z'],
    ['with a fraction beyond milliseconds', '2026-11-21T12:00:00.000999999Z'],
    ['as Unix seconds', '1795262400'],
  ])('is the same time %s', async (_, since) => {
    for (const path of PATHS) expect((await send(`since=${since}`, path)).status).toBe(200);
    const after = { since: Date.parse(NOW) };
    expect(asked).toEqual([
      { after, limit: 100 },
      { after, limit: 100 },
    ]);
  });

  it('keeps the milliseconds', async () => {
    await send('since=2026-11-21T12:00:00.25Z');
    expect(asked).toEqual([{ after: { since: Date.parse(NOW) + 250 }, limit: 100 }]);
  });

  it.each([
    '',
    'yesterday',
    '2026-11-21',
    '2026-11-21T12:00:00',
    '2026-02-30T12:00:00Z',
    '2026-11-21T24:00:00Z',
    '2026-11-21T12:00Z',
    '2026-11-21T12:00:60Z',
    '-1',
    '1e9',
    '1795262400000',
    '1795262400.5',
    '2026-11-21T12:00:00.Z',
    '+002026-11-21T12:00:00Z',
  ])('returns a 400 for "%s"', async (since) => {
    expect(await refusalOf(`since=${encodeURIComponent(since)}`)).toMatchObject({
      status: 400,
      message: 'since must be an RFC 3339 timestamp, such as 2026-10-01T00:00:00Z, or Unix seconds.',
    });
    expect(asked).toEqual([]);
  });

  it.each(PATHS)('and cursor are both named in the error if %s gets neither or both', async (path) => {
    for (const query of ['', 'limit=5', `since=${NOW}&cursor=abc`, `cursor=&since=${NOW}`]) {
      const { status, message } = await refusalOf(query, path);
      expect([status, message]).toEqual([400, 'Exactly one of since and cursor is required.']);
    }
    expect(asked).toEqual([]);
  });

  it.each([
    ['unknown=1', 'The parameter unknown is unknown.'],
    ['start=0', 'The parameter start is unknown.'],
    [`since=${NOW}`, 'since may be given only once.'],
    ['limit=0', 'limit must be a whole number from 1 up, of 1 to 15 digits.'],
    ['limit=1e2', 'limit must be a whole number from 1 up, of 1 to 15 digits.'],
    [`cursor=${'x'.repeat(513)}`, 'cursor must be at most 512 characters long.'],
  ])('does not replace %s', async (query, message) => {
    for (const path of PATHS) {
      expect(await refusalOf(`since=${NOW}&${query}`, path)).toMatchObject({ status: 400, message });
    }
    expect(asked).toEqual([]);
  });

  it('accepts a limit of up to 500 and lowers a higher one', async () => {
    for (const limit of [1, 500, 501, 999_999]) await send(`since=${NOW}&limit=${limit}`);
    expect(asked.map(({ limit }) => limit)).toEqual([1, 500, 500, 500]);
  });

  it('answers HEAD like GET, without the body', async () => {
    const target = `${PATHS[0]}?since=${NOW}`;
    const head = await service.send('HEAD', target, { token: service.token });
    expect([head.status, head.text]).toEqual([200, '']);
    expect(head.headers['content-length']).toBe((await send(`since=${NOW}`)).headers['content-length']);
    expect((await service.send('HEAD', PATHS[0] ?? '', { token: service.token })).status).toBe(400);
  });

  it('rejects methods that write', async () => {
    for (const method of ['POST', 'DELETE', 'PUT']) {
      expect((await service.send(method, PATHS[0] ?? '', { token: service.token })).status).toBe(405);
    }
  });
});

describe('an answer of a platform', () => {
  it('becomes a 400 with advice if the position is lost', async () => {
    const readChanges = (async (_caller: unknown, _feed: unknown, { after }: ChangesQuery) => {
      if ('position' in after) throw new PlatformError('position_lost', 'a reason of the inside');
      return EMPTY;
    }) as unknown as Platform['readChanges'];
    const service = await startStandInService({ methods: { readChanges } });
    const { token } = service;
    const { next_cursor: cursor } = await service.read(listOrderChanges, { token, query: { since: NOW } });
    const { status, message } = await service.refusal('GET', `/api/orders/delta?cursor=${cursor}`, { token });
    expect([status, message]).toEqual([400, 'cursor is invalid or too old: start again with since.']);
    await service.stop();
  });
});

describe('since and the time of a change', () => {
  let service: FixtureService;
  beforeEach(async () => {
    service = await startFixtureService();
    return () => service.stop();
  });

  it('returns changes from that time on, and none from before', async () => {
    const shop = createShopChanges(service.store.db, service.clock.now);
    service.clock.advance(10_000);
    await shop.rename(PRODUCT.cafe, 'Café crème, klein');
    service.clock.advance(10_000);
    await shop.rename(PRODUCT.apple, 'Appel, rood');
    const found = async (ms: number) => {
      const since = new Date(Date.parse(NOW) + ms).toISOString();
      const { data } = await service.read(listProductChanges, {
        token: service.tokens.owner,
        query: { since },
      });
      return data.map(({ id }) => id);
    };
    expect(await found(10_000)).toEqual([PRODUCT.cafe, PRODUCT.apple]);
    expect(await found(10_001)).toEqual([PRODUCT.apple]);
    expect(await found(20_000)).toEqual([PRODUCT.apple]);
    expect(await found(20_001)).toEqual([]);
  });
});
