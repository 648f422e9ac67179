import { describe, expect, it } from 'vitest';
import { PlatformError } from '../../../electron/platform/platform-error.ts';
import { createOutcome, waitForever } from '../../support/recording-sender.ts';
import { openPerTest } from '../../support/test-scope.ts';
import { eventsIn, HOUR, MINUTE, SECOND } from './dispatching.ts';
import { openDispatching } from './open-dispatching.ts';

const at = openPerTest(openDispatching);

describe('dispatcher', () => {
  const order = (id: number, locationId: number | null = null) => at.platform.write('orders', { id, locationId });
  const product = (id: number) => at.platform.write('products', { id, locationId: null });
  const receivedOf = () => at.sender().sent.flatMap((message) => eventsIn(message));
  const failing = () => at.sender().answer(() => createOutcome(500));

  it('reports what changed in an interval, at its latest version and in the order of versions', async () => {
    const { id } = await at.subscribe();
    order(11);
    order(12);
    order(11);
    await at.clock.advance(3 * SECOND);

    const [message] = at.sender().sent;
    expect(receivedOf().map(({ record_id, version }) => [record_id, version])).toEqual([
      [12, 2],
      [11, 3],
    ]);
    expect(await at.deliveries(id)).toMatchObject([
      { status: 'delivered', body: message?.body, message_id: message?.id, event_count: 2 },
    ]);
    expect(await at.webhook(id)).toMatchObject({ last_success_at: message?.at, failing_since: null });
  });

  it('sends and writes nothing if nothing changed', async () => {
    const { id } = await at.subscribe();
    await at.clock.advance(MINUTE);
    expect([at.sender().sent, await at.deliveries(id)]).toEqual([[], []]);
  });

  it('sends each webhook only its events, each feed in separate batches', async () => {
    await at.subscribe({ url: 'https://orders.example/' });
    await at.subscribe({ url: 'https://both.example/', events: ['order.updated', 'product.updated'] });
    order(1);
    product(2);
    await at.clock.advance(3 * SECOND);
    const told = (url: string) =>
      at
        .sender()
        .sentTo(url)
        .map((message) => eventsIn(message).map(({ type }) => type));
    expect(told('https://orders.example/')).toEqual([['order.updated']]);
    expect(told('https://both.example/').sort()).toEqual([['order.updated'], ['product.updated']]);
  });

  it('gives the same change the same id for everybody and every time', async () => {
    await at.subscribe();
    await at.subscribe();
    order(1);
    await at.clock.advance(3 * SECOND);
    at.platform.losePositions();
    await at.clock.advance(3 * SECOND);
    order(1);
    await at.clock.advance(3 * SECOND);
    const ids = Map.groupBy(receivedOf(), ({ version }) => version);
    expect([...ids.values()].map((events) => [events.length, new Set(events.map(({ id }) => id)).size])).toEqual([
      [4, 1],
      [2, 1],
    ]);
    expect(new Set(receivedOf().map(({ id }) => id)).size).toBe(2);
  });

  it('reads the rights of a user once for all their webhooks', async () => {
    for (let n = 0; n < 10; n += 1) await at.subscribe();
    await at.clock.advance(SECOND);
    const before = at.platform.calls.identify;
    await at.clock.advance(2 * SECOND);
    expect(at.platform.calls.identify - before).toBe(1);
  });

  it('has at most five pending deliveries; later changes wait at their latest version', async () => {
    failing();
    const { id } = await at.subscribe();
    for (let n = 0; n < 20; n += 1) {
      order(7);
      await at.clock.advance(2 * SECOND);
    }
    expect(await at.deliveries(id)).toHaveLength(5);
    at.sender().answer(() => createOutcome(204));
    await at.clock.advance(10 * MINUTE);
    expect(Math.max(...receivedOf().map(({ version }) => version))).toBe(20);
    expect(await at.deliveries(id)).toHaveLength(6);
  });

  it('continues with a backlog as soon as there is room, without waiting for the next interval', async () => {
    await at.subscribe();
    for (let id = 1; id <= 1_000; id += 1) order(id);
    await at.clock.advance(2 * SECOND);
    expect(receivedOf().map(({ record_id }) => record_id)).toEqual(Array.from({ length: 1_000 }, (_, n) => n + 1));
    expect(at.sender().sent).toHaveLength(10);
  });

  it('prefers the feed that was sent longest ago', async () => {
    failing();
    const { id } = await at.subscribe({ events: ['product.updated', 'order.updated'] });
    for (let n = 1; n <= 4; n += 1) {
      product(n);
      await at.clock.advance(2 * SECOND);
    }
    product(5);
    order(6);
    await at.clock.advance(2 * SECOND);
    const told = (await at.deliveries(id)).map((delivery) => eventsIn(delivery)[0]?.record_id);
    expect(told).toEqual([1, 2, 3, 4, 6]);
  });

  it('sends a locked subscriber only their own location', async () => {
    at.platform.setUser({ lockedLocation: { id: 4, title: 'Utrecht' } });
    await at.subscribe({ locationId: 4 });
    order(1, 4);
    order(2, 5);
    order(3, 4);
    await at.clock.advance(3 * SECOND);
    expect(receivedOf().map(({ record_id }) => record_id)).toEqual([1, 3]);
  });

  it.each([
    ['is gone', null],
    ['manages no longer', { roles: ['staff' as const] }],
    ['is locked to a location now', { lockedLocation: { id: 4, title: 'Utrecht' } }],
  ])('disables the webhook of a subscriber who %s, and sends nothing more', async (_, user) => {
    failing();
    const { id } = await at.subscribe();
    order(1);
    await at.clock.advance(3 * SECOND);
    expect(at.sender().sent).toHaveLength(1);
    at.platform.setUser(user);
    order(2);
    await at.clock.advance(HOUR);
    expect(at.sender().sent).toHaveLength(1);
    expect(await at.webhook(id)).toMatchObject({ disabled_reason: 'rights_changed' });
    expect((await at.deliveries(id)).map(({ status }) => status)).toEqual(['failed']);
  });

  it('disables it before anything is sent if the rights changed while nothing ran', async () => {
    failing();
    await at.subscribe();
    order(1);
    await at.clock.advance(3 * SECOND);
    at.platform.setUser(null);
    await at.restart(MINUTE);
    await at.clock.advance(HOUR);
    expect(at.sender().sent).toEqual([]);
  });

  it('waits for a platform that fails, and misses nothing; each outage is one log line, and its end another', async () => {
    const messages = () => at.records.map(({ msg }) => String(msg)).filter((msg) => msg.includes('for a webhook'));
    await at.subscribe();
    order(1);
    at.platform.fail(new PlatformError('unavailable', 'no answer'));
    await at.clock.advance(10 * MINUTE);
    expect(at.sender().sent).toEqual([]);
    expect(messages()).toEqual(['reading the changes for a webhook failed; it will be tried again']);
    at.platform.fail(null);
    order(2);
    await at.clock.advance(MINUTE);
    expect(receivedOf().map(({ record_id }) => record_id)).toEqual([1, 2]);
    at.platform.fail(new PlatformError('unavailable', 'no answer'));
    await at.clock.advance(MINUTE);
    expect(messages().map((message) => message.includes('failed'))).toEqual([true, false, true]);
  });

  it('delivers what it has while the platform fails', async () => {
    failing();
    await at.subscribe();
    order(1);
    await at.clock.advance(3 * SECOND);
    at.platform.fail(new PlatformError('timeout', 'no answer'));
    at.sender().answer(() => createOutcome(204));
    await at.clock.advance(MINUTE);
    expect(at.sender().sent).toHaveLength(2);
  });

  it('starts again at the time of the position if the platform lost it', async () => {
    const { id } = await at.subscribe();
    order(1);
    await at.clock.advance(3 * SECOND);
    order(2);
    at.platform.losePositions();
    await at.clock.advance(3 * SECOND);
    expect(receivedOf().map(({ record_id }) => record_id)).toContain(2);
    expect(await at.outbox.readPositions(id)).toMatchObject([{ position: '2-2' }]);
  });

  it('sends nothing of a webhook that was removed, and drops the result of an attempt in progress', async () => {
    at.sender().answer(waitForever);
    const { id } = await at.subscribe();
    let respond = () => {};
    at.sender().answer(
      () =>
        new Promise((resolve) => {
          respond = () => resolve(createOutcome(204));
        }),
    );
    order(1);
    await at.clock.advance(3 * SECOND);
    await at.db.deleteFrom('webhooks').where('id', '=', id).execute();
    at.dispatcher().wake(id);
    respond();
    order(2);
    await at.clock.advance(MINUTE);
    expect(at.sender().sent).toHaveLength(1);
    expect(await at.db.selectFrom('webhook_attempts').selectAll().execute()).toEqual([]);
    expect(at.records.filter(({ level }) => Number(level) >= 50)).toEqual([]);
  });

  it('continues at its position when it is enabled again, with what was given up', async () => {
    at.sender().answer(() => createOutcome(410));
    const { id } = await at.subscribe();
    order(1);
    await at.clock.advance(3 * SECOND);
    order(2);
    await at.clock.advance(HOUR);
    expect(at.sender().sent).toHaveLength(1);
    at.sender().answer(() => createOutcome(204));
    await at.webhooks.reenable(id, at.clock.now());
    at.dispatcher().wake(id);
    await at.clock.advance(SECOND);
    expect(receivedOf().map(({ record_id }) => record_id)).toEqual([1, 1, 2]);
    expect(at.sender().sent[1]?.id).toBe(at.sender().sent[0]?.id);
  });

  it('has no timer after it was stopped, and closes the sender', async () => {
    failing();
    await at.subscribe();
    order(1);
    await at.clock.advance(3 * SECOND);
    await at.dispatcher().stop();
    expect([at.clock.waiting(), at.sender().closed()]).toEqual([[], true]);
  });

  it('ends attempts in progress after a short wait, and leaves them to the next start', async () => {
    at.sender().answer(waitForever);
    const { id } = await at.subscribe();
    order(1);
    await at.clock.advance(3 * SECOND);
    const stopped = at.dispatcher().stop();
    await at.clock.advance(SECOND);
    await stopped;
    expect(await at.deliveries(id)).toMatchObject([{ status: 'pending', leased_until: null }]);
    expect(await at.db.selectFrom('webhook_attempts').selectAll().execute()).toEqual([]);
  });
});
