import { createWebhooksRepository } from '../../../electron/store/webhooks/webhooks-repository.ts';
import { rotateSecret } from '../../../electron/webhooks/webhook-secrets.ts';
import { answered, TIMED_OUT } from '../../support/recording-sender.ts';
import { STAND_IN_CALLER } from '../../support/stand-in-platform.ts';
import { eventsIn } from '../../unit/webhooks/events-in.ts';
import { openDispatching } from '../../unit/webhooks/open-dispatching.ts';
import { seededRandom } from '../../unit/webhooks/seeded-random.ts';
import { DAY, HOUR, MINUTE } from '../../unit/webhooks/spans-of-time.ts';
import type { AbuseSuite, SuiteRun } from '../harness/suite.ts';
import { DELIVERY_MUTANTS } from './mutants.ts';
import { runScheduleTrial } from './schedule-trial.ts';
import { createSignatureWatch, runSignatureTrial } from './signature-watch.ts';

const ENDPOINTS = 1_000;

const ENDPOINTS_UNDER_LOAD = 40;

const BODIES = 10_000;

/** As many as a small run needs to have every kind of answer in it. */
const FEWEST_ENDPOINTS = 40;

const FEWEST_UNDER_LOAD = 2;

export const deliverySuite: AbuseSuite = {
  name: 'delivery',
  title: 'receivers fail in every way, secrets are rotated, and the computer is off for three days',
  counts: [
    { name: 'endpoints', least: ENDPOINTS },
    { name: 'attempts', least: 6 * ENDPOINTS },
    { name: 'messages under load', least: 2_000 },
    { name: 'rotations', least: ENDPOINTS_UNDER_LOAD },
    { name: 'signatures checked', least: 12 * ENDPOINTS },
    { name: 'random bodies', least: BODIES },
  ],
  breaches: [
    'off schedule',
    'skipped',
    'needless attempts',
    'wrong state',
    'log and receiver differ',
    'burst after the pause',
    'signature failures',
    'timestamp is not that of the attempt',
    'a retry is another message',
    'never told',
    'out of order',
  ],
  mutants: DELIVERY_MUTANTS,

  async run(run) {
    await runSignatureTrial(run, run.scaled(BODIES));
    await runScheduleTrial(run, Math.max(FEWEST_ENDPOINTS, run.scaled(ENDPOINTS)));
    await runLoadTrial(run, Math.max(FEWEST_UNDER_LOAD, run.scaled(ENDPOINTS_UNDER_LOAD)));
  },
};

const POLL_EVERY_MS = 2 * MINUTE;

const CHANGE_EVERY_MS = 20 * MINUTE;

const RECORDS = 7;

/**
 * Records change all the time, half of the receivers fail every third time; each secret is rotated at a moment of its
 * own, and the machine sleeps for three days in between.
 */
async function runLoadTrial(run: SuiteRun, endpointCount: number): Promise<void> {
  const random = seededRandom(run.seed + 2);
  const at = await openDispatching({ pollEveryMs: POLL_EVERY_MS, random: seededRandom(run.seed + 3) });
  const signatures = createSignatureWatch(run);
  const subscribe = async (url: string, isSteady: boolean) => {
    const { id, secret } = await at.subscribe({ url });
    signatures.expect(url, secret);
    // A steady one never fails and sees every version in its order. `accepted` are the highest versions by record.
    return { id, isSteady, accepted: new Map<number, number>(), latest: 0 };
  };
  const subscribers = new Map<string, Awaited<ReturnType<typeof subscribe>>>();
  for (let index = 0; index < endpointCount; index += 1) {
    const url = `https://load.example/${index}`;
    subscribers.set(url, await subscribe(url, index % 2 === 0));
  }

  at.sender().answer((message) => {
    const subscriber = subscribers.get(message.url);
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

  const versions = new Map<number, number>();
  const keepChanging = async (ms: number) => {
    for (let ran = 0; ran < ms; ran += CHANGE_EVERY_MS) {
      const id = 1 + (Math.floor(at.clock.now() / CHANGE_EVERY_MS) % RECORDS);
      versions.set(id, at.platform.write('orders', { id, locationId: null }));
      await at.clock.advance(CHANGE_EVERY_MS);
    }
  };
  const deps = { webhooks: createWebhooksRepository(at.db), secrets: at.secrets, clock: at.clock };
  await keepChanging(HOUR);
  for (const [url, { id }] of subscribers) {
    const rotated = await rotateSecret(deps, STAND_IN_CALLER, id);
    if (rotated === null) throw new Error(`${url} cannot be rotated`);
    run.count('rotations');
    signatures.rotated(url, rotated.secret, at.clock.now() + DAY);
    await keepChanging(CHANGE_EVERY_MS);
  }
  at.clock.jump(3 * DAY);
  await keepChanging(DAY / 4);
  await at.clock.advance(2 * DAY);

  for (const [url, { accepted }] of subscribers) {
    const lost = [...versions].filter(([record, version]) => accepted.get(record) !== version);
    run.breach('never told', `${url} misses ${JSON.stringify(lost)}`, lost.length);
  }
  for (const record of at.records) run.hear('the log', JSON.stringify(record));
  await at.close();
}
