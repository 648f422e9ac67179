import { Webhook } from 'standardwebhooks';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createWebhooksRepository } from '../../electron/store/webhooks/webhooks-repository.ts';
import { rotateSecret } from '../../electron/webhooks/webhook-secrets.ts';
import { answered, type SentMessage } from '../support/recording-sender.ts';
import { STAND_IN_CALLER } from '../support/stand-in-platform.ts';
import { DAY, HOUR, MINUTE, SECOND, seededRandom, startDispatching } from '../unit/webhooks/dispatching.ts';
import { isGenuine } from '../unit/webhooks/second-verifier.ts';

/** Both verifiers, by the clock of the test. */
function isAccepted(message: SentMessage, secret: string): boolean {
  vi.setSystemTime(message.at);
  const isBySecond = isGenuine(message, secret, message.at);
  try {
    new Webhook(secret).verify(message.body, { ...message.headers });
  } catch {
    expect(isBySecond).toBe(false);
    return false;
  }
  expect(isBySecond).toBe(true);
  return true;
}

describe('rotation of a secret', () => {
  it('fails no delivery under load, whichever of the two secrets the receiver uses', { timeout: 60_000 }, async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const at = await startDispatching({ random: seededRandom(31), pollEveryMs: 10 * SECOND });
    const { id, secret: oldSecret } = await at.subscribe();
    const random = seededRandom(32);
    at.sender().answer(() => answered(random() < 0.3 ? 500 : 204));
    let record = 0;
    const load = async (ms: number) => {
      for (let run = 0; run < ms; run += 5 * MINUTE) {
        record += 1;
        at.platform.write('orders', { id: record, locationId: null });
        await at.clock.advance(5 * MINUTE);
      }
    };

    await load(2 * HOUR);
    const rotatedAt = at.clock.now();
    const rotation = { webhooks: createWebhooksRepository(at.db), secrets: at.secrets, clock: at.clock };
    const rotated = await rotateSecret(rotation, STAND_IN_CALLER, id);
    const newSecret = rotated?.secret ?? 'none';
    await load(DAY + 2 * HOUR);

    const wrong = at.sender().sent.filter((message) => {
      const isBefore = message.at < rotatedAt;
      const isBoth = !isBefore && message.at < rotatedAt + DAY;
      const takes = [isAccepted(message, oldSecret), isAccepted(message, newSecret)];
      return takes.join() !== [isBefore || isBoth, !isBefore].join();
    });
    expect(wrong).toEqual([]);
    expect(at.sender().sent.length).toBeGreaterThan(400);
    expect(at.sender().sent.filter(({ body }) => body.includes(`"record_id":${record},`))).not.toEqual([]);
  });
});
