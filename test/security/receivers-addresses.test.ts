import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createReceivers } from '../../electron/feeds/receivers/receivers.ts';
import { type Canary, startCanary } from './support/receivers/canary.ts';
import { attackWithUrls } from './support/receivers/url-attack.ts';

let canary: Canary;
beforeAll(async () => {
  canary = await startCanary();
});
afterAll(() => canary.close());

describe('a person who may subscribe receivers', () => {
  it('reaches no address that is not public, and every other, in whatever spelling', async () => {
    const { tried, wrong } = await attackWithUrls(createReceivers, canary, 'all');
    process.stdout.write(`receivers: ${tried} URLs, ${wrong.length} wrong, ${canary.hits()} canary hits\n`);
    expect(wrong).toEqual([]);
    expect(tried).toBeGreaterThanOrEqual(300);
    expect(canary.hits()).toBe(0);
  });
});
