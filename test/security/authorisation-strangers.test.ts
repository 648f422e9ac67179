import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_KEY_PREFIX } from '../../electron/service/security/api-key-format.ts';
import { createApiKeys } from '../../electron/service/security/api-keys.ts';
import { createApiKeysRepository } from '../../electron/store/accounts/api-keys-repository.ts';
import { LOCATION, ORDER } from '../support/shop-fixture.ts';
import { CLOSED_ENDPOINTS, targetOf } from './support/authorisation/authorisation-matrix.ts';
import { type GuardedShop, openGuardedShop, type SignedInAsker } from './support/authorisation/guarded-shop.ts';
import { walkEndpoints } from './support/authorisation/matrix-walk.ts';

const NAMES = [
  'without a token',
  'with a token that never was',
  'with a key that never was',
  'with a token that has run out',
  'with a key that has run out',
  'with a key that was taken back',
  'with a mistyped key',
  'with the key of a user who is switched off',
];

/** Of an order, of a location, of nothing. */
const IDS = [ORDER.saleWithTip, LOCATION.utrecht, 999_999];

let shop: GuardedShop;

let strangers: Stranger[];

beforeAll(async () => {
  shop = await openGuardedShop();
  strangers = await makeStrangers(shop);
});

afterAll(() => shop.stop());

/** The different answers that a stranger gets, with the number of the request taken off. */
async function answersTo({ service }: GuardedShop, { secret: token }: Stranger): Promise<Set<string>> {
  const answers = new Set<string>();
  for (const endpoint of CLOSED_ENDPOINTS) {
    for (const id of IDS) {
      const target = targetOf(endpoint, { productIds: [1], id });
      const { status, headers, text } = await service.send(endpoint.method, target, { token });
      answers.add(`${status} ${text.replaceAll(String(headers['x-request-id']), '')}`);
    }
  }
  return answers;
}

describe('a caller without access', () => {
  it.each(NAMES)('%s gets the same 401 at every endpoint', async (name) => {
    const answers = await answersTo(shop, strangers.find((stranger) => stranger.name === name) as Stranger);
    expect(answers.size).toBe(1);
    expect([...answers][0]).toMatch(/^401 .*"hint"/);
  });

  it('gets the same answer in every case of nothing, of a token and of a key, which differ in the hint alone', async () => {
    expect(strangers.map(({ name }) => name)).toEqual(NAMES);
    const answers = new Map<string, string>();
    for (const stranger of strangers) {
      const { secret } = stranger;
      const kind = secret === undefined ? 'nothing' : secret.startsWith(API_KEY_PREFIX) ? 'key' : 'token';
      const [answer = ''] = await answersTo(shop, stranger);
      expect(answer, stranger.name).toBe(answers.get(kind) ?? answer);
      answers.set(kind, answer);
    }
    expect(answers.size).toBe(3);
    expect(new Set([...answers.values()].map((answer) => answer.replace(/"hint":"[^"]*"/, ''))).size).toBe(1);
  });
});

describe('a user whose rights change', () => {
  it('sees only the new location from the next request on, with earlier tokens and keys too', async () => {
    const own = await openGuardedShop();
    const owners = own.askers.filter(({ name }) => name === 'owner of alpha');
    await own.store.db
      .updateTable('users')
      .set({ locked_location_id: LOCATION.utrecht })
      .where(
        'id',
        'in',
        owners.map(({ user }) => user),
      )
      .execute();
    const { breaches, tried } = await walkEndpoints(
      own,
      owners.map((asker) => ({ ...asker, lock: LOCATION.utrecht })),
    );
    await own.stop();
    expect(tried).toBeGreaterThan(30);
    expect(breaches).toEqual([]);
  });
});

interface Stranger {
  readonly name: string;
  /** What they show; undefined for nothing. */
  readonly secret: string | undefined;
}

const TOKEN_LIFETIME_MS = 1_800_000;

/**
 * Everybody who is nobody: secrets that never were, that have run out, that were taken back, and those of a user
 * who has been switched off. Moves the clock on.
 */
async function makeStrangers({ service, store, askers }: GuardedShop): Promise<Stranger[]> {
  const [owner, gone] = [askerWith(askers, 'owner of alpha'), askerWith(askers, 'owner of beta')];
  const keys = createApiKeys({
    keys: createApiKeysRepository(store.db),
    platform: { identify: async () => null },
    clock: service.clock,
  });
  const reference = { accountId: owner.account, userId: owner.user };
  const brief = await keys.create(reference, {
    name: 'brief',
    expiresAt: service.clock.now() + 1_000,
    personalData: true,
  });
  const revoked = await keys.create(reference, { name: 'revoked', expiresAt: null, personalData: true });
  const lasting = await keys.create(reference, { name: 'lasting', expiresAt: null, personalData: true });
  await keys.revoke(reference, revoked.record.id);
  // Both have been used, so that whatever remembers them does.
  for (const { secret } of [owner, gone]) await service.send('GET', '/api/me', { token: secret });
  service.clock.advance(TOKEN_LIFETIME_MS);
  await store.db.updateTable('users').set({ is_active: 0 }).where('id', '=', gone.user).execute();

  return [
    { name: 'without a token', secret: undefined },
    { name: 'with a token that never was', secret: 'A'.repeat(43) },
    { name: 'with a key that never was', secret: `tdk_${'0'.repeat(36)}` },
    { name: 'with a token that has run out', secret: owner.secret },
    { name: 'with a key that has run out', secret: brief.key },
    { name: 'with a key that was taken back', secret: revoked.key },
    { name: 'with a mistyped key', secret: mistyped(lasting.key) },
    { name: 'with the key of a user who is switched off', secret: keyOf(askers, gone) },
  ];
}

function askerWith(askers: readonly SignedInAsker[], name: string): SignedInAsker {
  const found = askers.find((asker) => asker.name === name && asker.by === 'token');
  if (!found) throw new Error(`nobody is the ${name}`);
  return found;
}

function keyOf(askers: readonly SignedInAsker[], { user }: SignedInAsker): string | undefined {
  return askers.find((asker) => asker.user === user && asker.by === 'api key')?.secret;
}

function mistyped(key: string): string {
  return key.slice(0, 20) + (key[20] === 'x' ? 'y' : 'x') + key.slice(21);
}
