import { beforeEach, describe, expect, it } from 'vitest';
import { PlatformError } from '../../electron/platform/platform-error.ts';
import { MAX_WEBHOOK_DESCRIPTION_LENGTH, MAX_WEBHOOKS_PER_ACCOUNT } from '../../shared/contract/webhook-records.ts';
import { listWebhooks, readWebhook } from '../../shared/contract/webhooks.ts';
import { startFixtureService } from '../support/fixture-service.ts';
import { startStandInService } from '../support/stand-in-service.ts';
import { RECEIVER, SUBSCRIPTION, subscribeTestWebhook } from '../support/subscribed-webhook.ts';
import { openPerTest } from '../support/test-scope.ts';

const service = openPerTest(startFixtureService);
let token: string;
beforeEach(() => {
  token = service.tokens.owner;
});

const post = (body: unknown) => service.send('POST', '/api/webhooks', { token, body });
const refused = async (body: unknown) => service.refusal('POST', '/api/webhooks', { token, body });
const countWebhooks = async () => (await service.read(listWebhooks, { token })).total;

describe('POST /api/webhooks', () => {
  it('returns a 201 with the webhook and its secret', async () => {
    const made = await subscribeTestWebhook(service, token, { description: 'Boekhouder' });
    expect(made).toEqual({
      id: 1,
      url: RECEIVER,
      events: ['order.updated', 'product.updated'],
      description: 'Boekhouder',
      created_at: '2026-11-21T13:00:00+01:00',
      status: 'active',
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    });
    expect((await post(SUBSCRIPTION)).status).toBe(201);
  });

  it('stores the canonical form of the address', async () => {
    const made = await subscribeTestWebhook(service, token, {
      url: 'HTTPS://Hooks.Receiver.EXAMPLE:443/a/../b?c=%20d',
    });
    expect(made.url).toBe('https://hooks.receiver.example/b?c=%20d');
    expect(await service.read(readWebhook, { token, id: made.id })).toMatchObject({ url: made.url });
  });

  it('has no description unless one was given', async () => {
    expect((await subscribeTestWebhook(service, token)).description).toBe('');
    expect((await subscribeTestWebhook(service, token, { description: '' })).description).toBe('');
  });

  it.each(['é'.repeat(MAX_WEBHOOK_DESCRIPTION_LENGTH), '<b>"\'\\ 🧾'])(
    'stores the description %j unchanged',
    async (description) => {
      const made = await subscribeTestWebhook(service, token, { description });
      expect(made.description).toBe(description);
      expect(await service.read(readWebhook, { token, id: made.id })).toMatchObject({ description });
    },
  );

  it('accepts one event or both, in any order', async () => {
    expect((await subscribeTestWebhook(service, token, { events: ['product.updated'] })).events).toEqual([
      'product.updated',
    ]);
    const both = await subscribeTestWebhook(service, token, { events: ['product.updated', 'order.updated'] });
    expect(both.events).toEqual(['order.updated', 'product.updated']);
  });

  it('states the problem of an address and creates nothing', async () => {
    for (const url of ['http://hooks.receiver.example/', 'https://127.0.0.1/', 'https://localhost/', 'x']) {
      expect(await refused({ ...SUBSCRIPTION, url })).toMatchObject({
        status: 400,
        message: 'url has to be an HTTPS address that is public.',
      });
    }
    expect(await countWebhooks()).toBe(0);
  });

  it(`creates at most ${MAX_WEBHOOKS_PER_ACCOUNT} for an account, also for concurrent requests`, async () => {
    const ask = () => service.send('POST', '/api/webhooks', { token, body: SUBSCRIPTION });
    const answers = await Promise.all(Array.from({ length: MAX_WEBHOOKS_PER_ACCOUNT + 4 }, ask));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(MAX_WEBHOOKS_PER_ACCOUNT);
    expect(statuses.filter((status) => status === 400)).toHaveLength(4);
    expect(await countWebhooks()).toBe(MAX_WEBHOOKS_PER_ACCOUNT);
    expect((await refused(SUBSCRIPTION)).message).toBe('An account has at most 50 webhooks: remove one first.');
    await subscribeTestWebhook(service, service.tokens.beta);
    await service.send('DELETE', '/api/webhooks/1', { token });
    await subscribeTestWebhook(service, token);
  });

  it('starts at the end of the feeds as it was before the answer', async () => {
    const { id } = await subscribeTestWebhook(service, token);
    const ends = await service.store.db.selectFrom('feeds').selectAll().where('account_id', '=', 1).execute();
    const positions = await service.store.db.selectFrom('webhook_positions').selectAll().execute();
    expect(positions.map(({ webhook_id, event, seen_at }) => [webhook_id, event, seen_at])).toEqual([
      [id, 'order.updated', service.clock.now()],
      [id, 'product.updated', service.clock.now()],
    ]);
    const endOf = (feed: string) => ends.flatMap((end) => (end.feed === feed ? [`${end.era}.${end.version}`] : []));
    expect(positions.map(({ position }) => position)).toEqual([...endOf('orders'), ...endOf('products')]);
  });
});

describe('POST /api/webhooks and the feeds of the platform', () => {
  it('reads the end of the feeds before it creates the webhook, so no change is missed', async () => {
    let webhooksThen: number | undefined;
    const standIn = await startStandInService({
      methods: {
        readChanges: async () => {
          const rows = await standIn.store.db.selectFrom('webhooks').select('id').execute();
          webhooksThen = rows.length;
          return { rows: [], total: 0, next: 'the end', hasMore: false };
        },
      },
    });
    await subscribeTestWebhook(standIn, standIn.token);
    expect(webhooksThen).toBe(0);
    await standIn.stop();
  });

  it('returns a 502 if that fails, and creates nothing', async () => {
    const readChanges = async (): Promise<never> => {
      throw new PlatformError('unavailable', 'away');
    };
    const standIn = await startStandInService({ methods: { readChanges } });
    const refusal = await standIn.refusal('POST', '/api/webhooks', { token: standIn.token, body: SUBSCRIPTION });
    expect(refusal.status).toBe(502);
    expect(await standIn.read(listWebhooks, { token: standIn.token })).toMatchObject({ total: 0 });
    await standIn.stop();
  });
});
