import { createWebhooksRepository } from '../../../electron/store/webhooks/webhooks-repository.ts';
import { rotateSecret } from '../../../electron/webhooks/webhook-secrets.ts';
import { answered, TIMED_OUT } from '../../support/recording-sender.ts';
import { STAND_IN_CALLER } from '../../support/stand-in-platform.ts';
import { eventsIn } from '../../unit/feeds/webhooks/events-in.ts';
import { openDispatching } from '../../unit/feeds/webhooks/open-dispatching.ts';
import { seededRandom } from '../../unit/feeds/webhooks/seeded-random.ts';
import { DAY, HOUR, MINUTE } from '../../unit/feeds/webhooks/spans-of-time.ts';
import type { SuiteRun } from '../harness/suite.ts';
import { createSignatureWatch, type SignatureWatch } from './signature-watch.ts';

type Dispatching = Awaited<ReturnType<typeof openDispatching>>;

const GATHER_EVERY_MS = 2 * MINUTE;
const CHANGE_EVERY_MS = 20 * MINUTE;
const RECORDS = 7;

interface Subscriber {
  readonly id: number;
  readonly url: string;
  /** One that never fails sees every version in its order. */
  readonly isSteady: boolean;
  /** The highest version of each record that it has accepted. */
  readonly accepted: Map<number, number>;
  latest: number;
}

/**
 * Records change all the time, half of the receivers fail every third time; each secret is rotated at a moment of its
 * own, and the machine sleeps for three days in between.
 */
export async function runLoadTrial(run: SuiteRun, endpointCount: number): Promise<void> {
  const random = seededRandom(run.seed + 2);
  const at = await openDispatching({ gatherEveryMs: GATHER_EVERY_MS, random: seededRandom(run.seed + 3) });
  const signatures = createSignatureWatch(run);
  const subscribers: Subscriber[] = [];
  for (let index = 0; index < endpointCount; index += 1) {
    subscribers.push(await subscribe(run, at, signatures, index));
  }
  listen(run, at, signatures, subscribers, random);
  const versions = new Map<number, number>();
  const load = (ms: number) => keepChanging(at, versions, ms);

  await load(HOUR);
  for (const subscriber of subscribers) {
    await rotate(run, at, signatures, subscriber);
    await load(CHANGE_EVERY_MS);
  }
  at.clock.jump(3 * DAY);
  await load(DAY / 4);
  await at.clock.advance(2 * DAY);

  for (const { url, accepted } of subscribers) {
    const lost = [...versions].filter(([record, version]) => accepted.get(record) !== version);
    run.breach('never told', `${url} misses ${JSON.stringify(lost)}`, lost.length);
  }
  for (const record of at.records) run.hear('the log', JSON.stringify(record));
  await at.close();
}

async function subscribe(
  run: SuiteRun,
  at: Dispatching,
  signatures: SignatureWatch,
  index: number,
): Promise<Subscriber> {
  const url = `https://load.example/${index}`;
  const { id, secret } = await at.subscribe({ url });
  run.keepSecret('webhook secret', secret);
  signatures.expect(url, secret);
  return { id, url, isSteady: index % 2 === 0, accepted: new Map(), latest: 0 };
}

function listen(
  run: SuiteRun,
  at: Dispatching,
  signatures: SignatureWatch,
  subscribers: readonly Subscriber[],
  random: () => number,
): void {
  const byUrl = new Map(subscribers.map((subscriber) => [subscriber.url, subscriber]));
  at.sender().answer((message) => {
    const subscriber = byUrl.get(message.url);
    if (subscriber === undefined) throw new Error(`${message.url} was never subscribed`);
    signatures.check(message);
    run.count('messages under load');
    if (!subscriber.isSteady && random() < 0.33) return random() < 0.5 ? answered(500) : TIMED_OUT;
    for (const { record_id: record, version } of eventsIn(message)) {
      const isInOrder = version > subscriber.latest;
      if (subscriber.isSteady) run.breach('out of order', `${message.url}: ${version}`, isInOrder ? 0 : 1);
      subscriber.latest = version;
      subscriber.accepted.set(record, Math.max(version, subscriber.accepted.get(record) ?? 0));
    }
    return answered(204);
  });
}

async function keepChanging(at: Dispatching, versions: Map<number, number>, ms: number): Promise<void> {
  for (let ran = 0; ran < ms; ran += CHANGE_EVERY_MS) {
    const id = 1 + (Math.floor(at.clock.now() / CHANGE_EVERY_MS) % RECORDS);
    versions.set(id, at.platform.write('orders', { id, locationId: null }));
    await at.clock.advance(CHANGE_EVERY_MS);
  }
}

async function rotate(
  run: SuiteRun,
  at: Dispatching,
  signatures: SignatureWatch,
  { id, url }: Subscriber,
): Promise<void> {
  const parts = { webhooks: createWebhooksRepository(at.db), secrets: at.secrets, clock: at.clock };
  const rotated = await rotateSecret(parts, STAND_IN_CALLER, id);
  if (rotated === null) throw new Error(`${url} cannot be rotated`);
  run.keepSecret('webhook secret', rotated.secret);
  run.count('rotations');
  signatures.rotated(url, rotated.secret, at.clock.now() + DAY);
}
