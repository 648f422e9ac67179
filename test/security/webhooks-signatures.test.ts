import { Webhook } from 'standardwebhooks';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { newMessageId, signedHeaders } from '../../electron/webhooks/webhook-message.ts';
import { createWebhookSecrets } from '../../electron/webhooks/webhook-secrets.ts';
import { sized } from '../support/test-size.ts';
import { seededRandom } from '../unit/webhooks/dispatching.ts';
import { isGenuine, type ReceivedMessage } from '../unit/webhooks/second-verifier.ts';

const NOW = Date.UTC(2026, 10, 21, 9, 0, 0, 600);
const BODIES = sized({ quick: 300, full: 10_000 });
const secrets = createWebhookSecrets(new Uint8Array(32).fill(3));

/** Both verifiers, which have to agree. */
function verify(message: ReceivedMessage, secret: string): boolean[] {
  let isByPackage = true;
  try {
    new Webhook(secret).verify(message.body, { ...message.headers }, { jsonParse: false });
  } catch {
    isByPackage = false;
  }
  return [isByPackage, isGenuine(message, secret, Date.now())];
}

function signed(body: string, signing: readonly string[], timestampS = Math.floor(NOW / 1000)): ReceivedMessage {
  return { body, headers: signedHeaders({ id: newMessageId(), timestampS, body }, signing) };
}

function at(moment: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: moment });
  onTestFinished(() => void vi.useRealTimers());
}

describe('signed message', () => {
  it('is accepted by two verifiers, and rejected with one character changed, whatever the body', {
    timeout: 120_000,
  }, () => {
    at(NOW);
    const random = seededRandom(21);
    const text = () =>
      String.fromCodePoint(
        ...Array.from({ length: 1 + Math.floor(random() * 60) }, () => {
          const point = 1 + Math.floor(random() * 0x1ffff);
          return point >= 0xd800 && point <= 0xdfff ? 0x20ac : point;
        }),
      );
    const wrong: string[] = [];
    for (let n = 0; n < BODIES; n += 1) {
      const secret = secrets.make();
      const body = text();
      const message = signed(body, [secret]);
      const index = Math.floor(random() * body.length);
      const changed = `${body.slice(0, index)}${body[index] === 'x' ? 'y' : 'x'}${body.slice(index + 1)}`;
      const verdicts = [...verify(message, secret), ...verify({ ...message, body: changed }, secret)];
      if (verdicts.join() !== 'true,true,false,false') wrong.push(`${verdicts} ${body}`);
    }
    expect(wrong).toEqual([]);
  });

  it.each([
    [-301, false],
    [-300, true],
    [300, true],
    [301, false],
  ])('dated %i s from now is accepted: %s', (seconds, isTaken) => {
    at(NOW);
    const secret = secrets.make();
    const message = signed('{}', [secret], Math.floor(NOW / 1000) + seconds);
    expect(verify(message, secret)).toEqual([isTaken, isTaken]);
  });

  it('is accepted with each of two secrets, and with no other', () => {
    at(NOW);
    const [first, second, other] = [secrets.make(), secrets.make(), secrets.make()];
    const message = signed('{}', [first, second]);
    expect(message.headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/);
    expect([first, second, other].map((secret) => verify(message, secret))).toEqual([
      [true, true],
      [true, true],
      [false, false],
    ]);
  });

  it.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])('is rejected with another %s', (header) => {
    at(NOW);
    const secret = secrets.make();
    const message = signed('{}', [secret]);
    const other = signed('{"a":1}', [secret], Math.floor(NOW / 1000) + 1).headers[header] ?? '';
    expect(verify({ ...message, headers: { ...message.headers, [header]: other } }, secret)).toEqual([false, false]);
  });
});
