import { setTimeout as delay } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import type { Random } from '../../../electron/platform/demo/prng.ts';
import type { Certificate } from '../../support/certificates.ts';
import {
  type HttpsReceiver,
  type ReceivedRequest,
  type ReceiverAnswer,
  startHttpsReceiver,
} from '../../support/https-receiver.ts';
import type { ToldLedger } from './ledgers/told-ledger.ts';
import type { Subscriber } from './subscriber.ts';

export interface HostileReceiver {
  readonly server: HttpsReceiver;
  /** Messages with a signature that does not fit, or for no subscriber. */
  readonly forged: number;
  /** Where a subscriber's messages go, told apart by `name`. */
  urlOf(name: string): string;
  /** Whose messages come under this name from now on. */
  expect(name: string, subscriber: Subscriber): void;
}

const REFUSED = 0.05;
const DROPPED = 0.05;
const MOST_DELAY_MS = 15;

/** Verifies every signature, refuses some messages, and breaks the connection off after it took in others. */
export async function startHostileReceiver(options: {
  readonly random: Random;
  readonly told: ToldLedger;
  readonly certificate: Certificate;
}): Promise<HostileReceiver> {
  const { random, told, certificate } = options;
  const subscribers = new Map<string, Subscriber>();
  let forged = 0;

  const answer = async (request: ReceivedRequest): Promise<ReceiverAnswer> => {
    const subscriber = subscribers.get(request.path);
    if (subscriber === undefined || !isGenuine(subscriber, request)) {
      forged += 1;
      return { status: 401 };
    }
    const fate = random.fraction();
    await delay(random.whole(0, MOST_DELAY_MS));
    const isAccepted = fate >= REFUSED + DROPPED;
    told.receive({
      subscriber,
      messageId: String(request.headers['webhook-id']),
      body: request.body,
      isAccepted,
    });
    if (isAccepted) return { status: 204 };
    return fate < REFUSED ? { status: 500, text: 'not now' } : 'drop';
  };

  const server = await startHttpsReceiver({ answer, certificate });
  return {
    server,
    get forged() {
      return forged;
    },
    urlOf: (name) => `https://127.0.0.1:${server.port}/${name}`,
    expect: (name, subscriber) => void subscribers.set(`/${name}`, subscriber),
  };
}

function isGenuine({ secret }: Subscriber, { headers, body }: ReceivedRequest): boolean {
  const named = (name: string) => String(headers[name]);
  const signed = {
    'webhook-id': named('webhook-id'),
    'webhook-timestamp': named('webhook-timestamp'),
    'webhook-signature': named('webhook-signature'),
  };
  try {
    new Webhook(secret).verify(body, signed);
    return true;
  } catch {
    // The package says so with an exception; the caller counts it.
    return false;
  }
}
