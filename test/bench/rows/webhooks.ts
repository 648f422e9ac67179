import { type ReceiverManner, startReceivers } from '../ground/receivers-process.ts';
import { openTellingShop } from '../ground/telling-shop.ts';
import type { Row } from '../harness/row.ts';
import { timeOf } from '../probes/time-of.ts';
import { createPlainPoster } from './plain-poster.ts';

const GOOD: readonly ReceiverManner[] = Array.from({ length: 10 }, () => 'good');
const EVENTS = 1_000;

export const webhookEvents: Row = {
  name: 'webhook-events',
  measured: '1,000 changed products told to 10 webhooks, from the commit to the last answer',
  comparedWith: 'a plain client that posts the same signed batches',
  unit: 'ms',
  comparison: 'ratio',
  bar: { atMost: 10 },
  rounds: 7,
  async prepare(ground) {
    const receivers = await startReceivers(ground, GOOD);
    const shop = await openTellingShop(ground, receivers, GOOD.length);
    const poster = createPlainPoster(receivers.ca);
    ground.add(poster.close);
    const post = () => poster.post(shop.lastTold(), shop);
    await shop.tell();
    await post();
    const counts = await receivers.countEvents();
    const isWhole = counts.every((count) => count === 2 * EVENTS);
    if (!isWhole) throw new Error(`receivers took ${counts.join(', ')} events instead of ${2 * EVENTS} each`);
    return { product: shop.tell, reference: () => timeOf(post) };
  },
};

export const webhookNeighbours: Row = {
  name: 'webhook-neighbours',
  measured: 'the same beside a webhook that never answers and one that takes 2 s for each answer',
  comparedWith: 'without these two',
  unit: 'ms',
  comparison: 'ratio',
  bar: { atMost: 1.5 },
  rounds: 7,
  async prepare(ground) {
    const shopOf = async (manners: readonly ReceiverManner[]) =>
      openTellingShop(ground, await startReceivers(ground, manners), GOOD.length);
    const troubled = await shopOf([...GOOD, 'slow', 'dead']);
    const calm = await shopOf(GOOD);
    await troubled.tell();
    await calm.tell();
    return { product: troubled.tell, reference: calm.tell };
  },
};
