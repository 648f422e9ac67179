import { setTimeout as delay } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import type { Random } from '../../../electron/platform/demo/prng.ts';
import type { Certificate } from '../../support/certificates.ts';
import { type ReceivedRequest, type ReceiverAnswer, startHttpsReceiver } from '../../support/https-receiver.ts';
import type { ReceivedLedger } from './ledgers.ts';
import type { Subscriber } from './stored-record.ts';

const REFUSED = 0.05;
const DROPPED = 0.05;
const MAX_DELAY_MS = 15;

export type HostileReceiver = Awaited<ReturnType<typeof startHostileReceiver>>;

/** Verifies every signature, refuses some messages, and disconnects after accepting others. */
export async function startHostileReceiver(random: Random, told: ReceivedLedger, certificate: Certificate) {
  const subscribers = new Map<string, Subscriber>();
  let forged = 0;

  const answer = async ({ path, headers, body }: ReceivedRequest): Promise<ReceiverAnswer> => {
    const subscriber = subscribers.get(path);
    if (subscriber === undefined || !isSigned({ headers, body }, subscriber.secret)) {
      forged += 1;
      return { status: 401 };
    }
    const fate = random.drawFraction();
    await delay(random.drawInteger(0, MAX_DELAY_MS));
    const isAccepted = fate >= REFUSED + DROPPED;
    told.receive({ subscriber, messageId: String(headers['webhook-id']), body, isAccepted });
    if (isAccepted) return { status: 204 };
    return fate < REFUSED ? { status: 500, text: 'not now' } : 'drop';
  };

  const server = await startHttpsReceiver({ answer, certificate });
  return {
    server,
    /** Messages with a wrong signature, or for no subscriber. */
    get forged() {
      return forged;
    },
    /** The URL that the subscriber with this name uses. */
    urlOf: (name: string) => `https://127.0.0.1:${server.port}/${name}`,
    /** Sets whose messages arrive under this name from now on. */
    expect(name: string, subscriber: Subscriber): void {
      subscribers.set(`/${name}`, subscriber);
    },
  };
}

/** Uses the published library. */
function isSigned({ headers, body }: Pick<ReceivedRequest, 'headers' | 'body'>, secret: string): boolean {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>, { jsonParse: false });
    return true;
  } catch {
    return false;
  }
}
