import { beforeAll, describe, expect, it } from 'vitest';
import { createEmbeddedPlatform } from '../../electron/platform/embedded/embedded-platform.ts';
import { createAccountsRepository } from '../../electron/store/accounts/accounts-repository.ts';
import { subscribeWebhook } from '../../shared/contract/webhooks.ts';
import { cheapHasher } from '../support/cheap-cost.ts';
import { CONTRACT_ENDPOINTS } from '../support/contract-endpoints.ts';
import { createFixedClock, NOW } from '../support/fixed-clock.ts';
import { openTestStore } from '../support/open-test-store.ts';
import { type RunningService, startService } from '../support/running-service.ts';

const OWNER = { account: 'Van Dijk', email: 'els@vandijk.example', password: 'correct horse battery' };
const QUERY = { from: '2026-10-01', to: '2026-10-31', date: '2026-10-05', product_ids: '1', since: '1700000000' };

/** Lists and reports: everything that is read without the id of a record. */
const READS = CONTRACT_ENDPOINTS.filter(
  ({ method, path, access }) => method === 'GET' && access !== 'public' && !path.includes('{'),
);

let service: RunningService;
let token: string;
beforeAll(async () => {
  const clock = createFixedClock(NOW);
  const store = await openTestStore({ clock });
  const { account, email, password } = OWNER;
  const owner = { account, email, name: 'Els', passwordHash: await cheapHasher.hash(password) };
  await createAccountsRepository(store.db).addOwner(owner);
  const platform = createEmbeddedPlatform({ db: store.db, clock, hasher: cheapHasher });
  service = await startService({ platform, clock, store });
  token = await service.signIn(OWNER);
  return async () => {
    await service.stop();
    await store.close();
  };
});

describe('an account without any rows', () => {
  it('can read the endpoints', () => {
    expect(READS.length).toBeGreaterThan(15);
  });

  it.each(READS.map((endpoint) => [endpoint.path, endpoint] as const))(
    'gets an answer of GET %s that fits the contract',
    async (_, endpoint) => {
      const body: unknown = await service.read(endpoint, { token, query: queryOf(endpoint) });
      expect(amountsIn(body)).toEqual([]);
    },
  );

  it('names the signed-in user, and accepts a webhook', async () => {
    expect(JSON.parse((await service.send('GET', '/api/me', { token })).text)).toMatchObject({
      account: OWNER.account,
      roles: ['owner'],
      locked_location: null,
    });
    const body = { url: 'https://receiver.example/hook', events: ['order.updated'] };
    await service.call(subscribeWebhook, { token, body });
  });
});

/** The usual values that an endpoint takes. A feed begins at its own time. */
function queryOf({ query }: (typeof READS)[number]): Record<string, string> {
  const taken = Object.keys(query?.properties ?? {});
  return Object.fromEntries(Object.entries(QUERY).filter(([name]) => taken.includes(name)));
}

/** Amounts of money other than 0; there should be none. */
function amountsIn(value: unknown, name = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => amountsIn(one, name));
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, member]) => amountsIn(member, key));
  }
  return typeof value === 'number' && /^total_|revenue|amount/.test(name) && value !== 0 ? [`${name}: ${value}`] : [];
}
