import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { json } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { createWebhooksRepository } from '../../../electron/store/webhooks/webhooks-repository.ts';
import { signedHeaders } from '../../../electron/webhooks/webhook-message.ts';
import { rotateSecret } from '../../../electron/webhooks/webhook-secrets.ts';
import { answered, TIMED_OUT } from '../../support/recording-sender.ts';
import { STAND_IN_CALLER } from '../../support/stand-in-platform.ts';
import { eventsIn } from '../../unit/webhooks/events-in.ts';
import { openDispatching } from '../../unit/webhooks/open-dispatching.ts';
import { isGenuine } from '../../unit/webhooks/second-verifier.ts';
import { seededRandom } from '../../unit/webhooks/seeded-random.ts';
import { DAY, HOUR, MINUTE } from '../../unit/webhooks/spans-of-time.ts';
import type { AbuseSuite, SuiteRun } from '../harness/suite.ts';
import { DELIVERY_SABOTAGES } from './delivery-sabotages.ts';
import { runScheduleTrial } from './schedule-trial.ts';
import { createSignatureWatch, type SignatureWatch } from './signature-watch.ts';

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
  sabotages: DELIVERY_SABOTAGES,

  async run(run) {
    await runSignatureTrial(run, run.scaled(BODIES));
    await runScheduleTrial(run, Math.max(FEWEST_ENDPOINTS, run.scaled(ENDPOINTS)));
    await runLoadTrial(run, Math.max(FEWEST_UNDER_LOAD, run.scaled(ENDPOINTS_UNDER_LOAD)));
  },
};

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
async function runLoadTrial(run: SuiteRun, endpointCount: number): Promise<void> {
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

const TOLERANCE_MS = 300_000;

const NOW = Date.UTC(2026, 10, 21, 9);

const PIECES = ['{ "a": 1.0 }', '\\u00e9', 'é', '🌻', '\r\n', '  ', '"', '.', '1e2', '\u2028', '{"a":1,"a":2}', '\t'];

/** Bodies that read differently once they are parsed and written again, signed with random secrets. */
async function runSignatureTrial(run: SuiteRun, count: number): Promise<void> {
  const random = seededRandom(run.seed + 4);
  const { now } = Date;
  Date.now = () => NOW;
  const samples = Array.from({ length: count }, (_, index) => sampleOf(index, random));
  for (const sample of samples) judge(run, sample);
  Date.now = now;
  const python = await findPython();
  if (python === null) {
    run.tell('third verifier', 'no Python here');
    return;
  }
  const refused = await refusedByPython(python, samples);
  run.tell('third verifier', `Python agrees on ${samples.length - refused} of ${samples.length}`);
  run.breach('signature failures', 'Python comes to another signature', refused);
}

function sampleOf(index: number, random: () => number): SignedSample {
  const secret = `whsec_${randomBytes(24 + (index % 41)).toString('base64')}`;
  const piece = () => PIECES[Math.floor(random() * PIECES.length)] ?? '';
  const text = Array.from({ length: 1 + Math.floor(random() * 30) }, piece).join('');
  const body = JSON.stringify({ text }, null, index % 3).replace('":', '" :');
  const message = { id: `msg_${index}`, timestampS: Math.floor(NOW / 1000), body };
  return { secret, body, headers: signedHeaders(message, [secret]) };
}

function judge(run: SuiteRun, sample: SignedSample): void {
  const changed = { ...sample, body: sample.body.replace('t', 'T') };
  run.count('random bodies');
  const isRight = isAcceptedByBoth(sample, NOW) && isRefusedByBoth(changed, NOW);
  run.breach('signature failures', `a body is not signed as it is: ${sample.body}`, isRight ? 0 : 1);
  for (const side of [-1, 1]) {
    const isInside = isAcceptedByBoth(sample, NOW + side * TOLERANCE_MS);
    const isOutside = isRefusedByBoth(sample, NOW + side * (TOLERANCE_MS + 1_001));
    run.breach('signature failures', 'the tolerance is not five minutes', isInside && isOutside ? 0 : 1);
  }
}

const isAcceptedByBoth = (sample: SignedSample, now: number) => verdicts(sample, now).every(Boolean);

const isRefusedByBoth = (sample: SignedSample, now: number) => !verdicts(sample, now).some(Boolean);

function verdicts(sample: SignedSample, now: number): readonly boolean[] {
  return [isGenuine(sample, sample.secret, now), verifies(sample, now)];
}

function verifies({ secret, body, headers }: SignedSample, now: number): boolean {
  Date.now = () => now;
  try {
    new Webhook(secret).verify(body, { ...headers }, { jsonParse: false });
    return true;
  } catch {
    return false;
  } finally {
    Date.now = () => NOW;
  }
}

interface SignedSample {
  readonly secret: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

const NAMES = ['python3', 'python'];

/** Standard Webhooks by the modules that come with Python. */
const SCRIPT = `
import base64, hashlib, hmac, json, sys
refused = 0
for sample in json.load(sys.stdin):
    headers = sample["headers"]
    key = base64.b64decode(sample["secret"][len("whsec_"):])
    signed = ".".join([headers["webhook-id"], headers["webhook-timestamp"], sample["body"]])
    digest = hmac.new(key, signed.encode(), hashlib.sha256).digest()
    if headers["webhook-signature"] != "v1," + base64.b64encode(digest).decode():
        refused += 1
print(refused)
`;

/** null where there is none on this computer. */
async function findPython(): Promise<string | null> {
  for (const name of NAMES) if (await runs(name)) return name;
  return null;
}

async function runs(name: string): Promise<boolean> {
  const child = spawn(name, ['--version'], { stdio: 'ignore' });
  try {
    await once(child, 'spawn');
  } catch {
    return false;
  }
  const [status] = await once(child, 'exit');
  return status === 0;
}

/** How many of them Python signs otherwise. */
async function refusedByPython(python: string, samples: readonly SignedSample[]): Promise<number> {
  const child = spawn(python, ['-c', SCRIPT], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(samples));
  return Number(await json(child.stdout));
}
