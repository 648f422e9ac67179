import { describe, expect, it } from 'vitest';
import { listOrderChanges, listProductChanges } from '../../shared/contract/changes.ts';
import { type SignedIn, startFixtureService } from '../support/fixture-service.ts';
import { createShopChanges } from '../support/shop-changes.ts';
import { CREDENTIALS, LOCATION, PRODUCT, USER } from '../support/shop-fixture.ts';
import { openPerTest } from '../support/test-scope.ts';

const EVER = '2020-01-01T00:00:00Z';
const DAY_MS = 24 * 60 * 60 * 1000;
const REFUSED = [400, 'cursor is invalid or too old: start again with since.'];
const ENDPOINTS = { products: listProductChanges, orders: listOrderChanges } as const;
type Feed = keyof typeof ENDPOINTS;

const service = openPerTest(startFixtureService);

async function cursorOf(user: SignedIn = 'owner', feed: Feed = 'orders'): Promise<string> {
  const query = { since: EVER, limit: 1 };
  return (await service.read(ENDPOINTS[feed], { token: service.tokens[user], query })).next_cursor;
}

async function answerTo(cursor: string, user: SignedIn = 'owner', feed: Feed = 'orders'): Promise<unknown[]> {
  const target = `${ENDPOINTS[feed].path}?cursor=${encodeURIComponent(cursor)}`;
  const { status, text } = await service.send('GET', target, { token: service.tokens[user] });
  return status === 200 ? [200] : [status, JSON.parse(text).message];
}

function lockOwner(locationId: number | null): Promise<unknown> {
  const users = service.store.db.updateTable('users').where('id', '=', USER.owner);
  return users.set({ locked_location_id: locationId }).execute();
}

/** Cursors live longer than tokens, so the owner signs in again. */
async function statusAfter(ms: number, cursor: string): Promise<number> {
  service.clock.advance(ms);
  const token = await service.signIn(CREDENTIALS.owner);
  return (await service.send('GET', `${listOrderChanges.path}?cursor=${cursor}`, { token })).status;
}

describe('a cursor', () => {
  it('does not work for the other feed', async () => {
    expect(await answerTo(await cursorOf('owner', 'orders'), 'owner', 'products')).toEqual(REFUSED);
    expect(await answerTo(await cursorOf('owner', 'products'), 'owner', 'orders')).toEqual(REFUSED);
  });

  it('does not work with another lock, in either direction', async () => {
    expect(await answerTo(await cursorOf('owner'), 'staff')).toEqual(REFUSED);
    expect(await answerTo(await cursorOf('staff'), 'owner')).toEqual(REFUSED);
  });

  it('stops working while its user is locked to a location, and works again afterwards', async () => {
    const cursor = await cursorOf();
    await lockOwner(LOCATION.amsterdam);
    expect(await answerTo(cursor)).toEqual(REFUSED);
    const locked = await cursorOf();
    await lockOwner(LOCATION.utrecht);
    expect(await answerTo(locked)).toEqual(REFUSED);
    await lockOwner(null);
    expect(await answerTo(cursor)).toEqual([200]);
  });

  it('is renewed by every answer, so a continuous reader never starts again', async () => {
    const old = await cursorOf();
    service.clock.advance(80 * DAY_MS);
    const target = `${listOrderChanges.path}?cursor=${old}&limit=500`;
    const { text } = await service.send('GET', target, { token: await service.signIn(CREDENTIALS.owner) });
    const { next_cursor: fresh } = JSON.parse(text);
    expect(await statusAfter(80 * DAY_MS, fresh)).toBe(200);
    expect(await statusAfter(0, old)).toBe(400);
  });

  it('continues at its position even if its last row has changed since', async () => {
    const token = service.tokens.owner;
    const first = await service.read(listProductChanges, { token, query: { since: EVER, limit: 2 } });
    const [, last] = first.data;
    const shop = createShopChanges(service.store.db, service.clock.now);
    await shop.rename(last?.id ?? 0, 'Anders');
    const query = { cursor: first.next_cursor, limit: 500 };
    const { data } = await service.read(listProductChanges, { token, query });
    expect(data.map(({ id }) => id)).toHaveLength(4);
    expect(data.at(-1)?.record).toMatchObject({ id: last?.id, title: 'Anders' });
    expect(data.map(({ id }) => id)).not.toContain(first.data[0]?.id);
    expect(Object.values(PRODUCT)).toContain(last?.id);
  });
});
