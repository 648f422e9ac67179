import { describe, expect, it } from 'vitest';
import { PlatformError } from '../../../electron/platform/platform-error.ts';
import { createOutcome } from '../../support/recording-sender.ts';
import { openPerTest } from '../../support/test-scope.ts';
import { eventsIn, HOUR, MINUTE, SECOND } from './dispatching.ts';
import { openDispatching } from './open-dispatching.ts';

const at = openPerTest(openDispatching);

describe('rounds of the dispatcher', () => {
  const order = (id: number) => at.platform.write('orders', { id, locationId: null });

  it('continue for the others of an account if the platform fails for one user', async () => {
    await at.subscribe({ url: 'https://failing.example/', userId: 71 });
    await at.subscribe({ url: 'https://well.example/', userId: 72 });
    at.platform.fail(new PlatformError('unavailable', 'no'), 71);
    for (let n = 1; n <= 10; n += 1) {
      order(n);
      await at.clock.advance(4 * SECOND);
    }
    expect(at.sender().sentTo('https://well.example/')).toHaveLength(10);
    at.platform.fail(null);
    await at.clock.advance(2 * MINUTE);
    const [late] = at.sender().sentTo('https://failing.example/');
    expect(late && eventsIn(late).map(({ record_id }) => record_id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it('disable at the start a webhook whose secret the key of the folder cannot decrypt, before anything changes', async () => {
    const { id } = await at.subscribe();
    const { id: readable } = await at.subscribe({ url: 'https://other.example/' });
    await at.db.updateTable('webhooks').set({ sealed_secret: 'v1.x' }).where('id', '=', id).execute();
    await at.restart();
    expect(await at.webhook(id)).toMatchObject({ disabled_reason: 'secret_unreadable' });
    expect(await at.webhook(readable)).toMatchObject({ disabled_reason: null });
  });

  it.each([
    ['gone', () => createOutcome(410)],
    ['rights_changed', () => createOutcome(500)],
  ])('check the rights before the first attempt of a webhook that is enabled after %s', async (reason, answer) => {
    at.sender().answer(answer);
    const { id } = await at.subscribe();
    order(1);
    await at.clock.advance(3 * SECOND);
    if (reason === 'rights_changed') at.platform.setUser(null);
    await at.clock.advance(3 * SECOND);
    expect(await at.webhook(id)).toMatchObject({ disabled_reason: reason });
    const before = at.sender().sent.length;
    at.platform.setUser(null);
    at.platform.delay(1, () => new Promise<void>((resolve) => void at.clock.after(SECOND, resolve)));
    await at.webhooks.reenable(id, at.clock.now());
    at.dispatcher().wake(id);
    await at.clock.advance(HOUR);
    expect(at.sender().sent).toHaveLength(before);
    expect(await at.webhook(id)).toMatchObject({ disabled_reason: 'rights_changed' });
  });
});
