import type { RequestListener } from 'node:http';
import type { ApiClient } from '../../../electron/api-client/api-client.ts';
import { BREAKER_RULES } from '../../../electron/api-client/upstream.ts';
import type { Caller } from '../../../electron/base/caller.ts';
import { systemClock } from '../../../electron/base/clock.ts';
import { createRetryBudget } from '../../../electron/base/retry.ts';
import { retryingPlatform } from '../../../electron/exports/export-platform.ts';
import { PlatformError } from '../../../electron/platform/platform-error.ts';
import { createKeyedPlatform } from '../../../electron/platform/remote/keyed-platform.ts';
import { createRemotePlatform, type RemotePlatform } from '../../../electron/platform/remote/remote-platform.ts';
import { readMe } from '../../../shared/contract/auth.ts';
import { listShops } from '../../../shared/contract/shops.ts';
import { percentile } from '../../bench/harness/percentile.ts';
import { hurriedClock } from '../../security/support/hurried-clock.ts';
import { type Certificate, makeCertificate } from '../../support/certificates.ts';
import { createFixedClock } from '../../support/fixed-clock.ts';
import { createKnownUsers } from '../../support/known-users.ts';
import { STAND_IN_CALLER } from '../../support/stand-in-platform.ts';
import { seededRandom } from '../../unit/webhooks/seeded-random.ts';
import { sideBySide } from '../harness/side-by-side.ts';
import type { AbuseSuite, SuiteSize } from '../harness/suite.ts';
import { withAndWithoutTlsSwitch, wrongCertificates } from '../harness/wrong-certificates.ts';
import { MUTANTS } from './mutants.ts';
import {
  createSender,
  failureOfShops,
  type Mishap,
  mishapsWith,
  openBench,
  RAW_TEXT,
  SHOPS_ANSWER,
  sendJson,
  startSilence,
  startStub,
  type UpstreamBench,
} from './stub-deployment.ts';

export const upstreamSuite: AbuseSuite = {
  name: 'upstream',
  title: 'another deployment is down, slow, wrong or hostile while it is asked',
  counts: [
    { name: 'mishaps', least: 20 },
    { name: 'calls', least: 2_900 },
    { name: 'certificates shown', least: 160 },
    { name: 'storms', least: 80 },
    { name: 'calls while open', least: 10_000 },
    { name: 'probes', least: 10 },
  ],
  breaches: [
    'outcomes other than due',
    'deadlines missed',
    'raw texts shown',
    'calls at another address',
    'certificates misjudged',
    'keys sent to whom nobody vouches for',
    'logins other than due',
    'calls through while open',
    'probes other than one',
    'good calls refused',
    'repeats other than due',
    'amplifications above 1.3',
  ],
  mutants: MUTANTS,

  async run(run) {
    const bench = openBench(run);
    const before = process.memoryUsage().rss;
    const others = async () => {
      await raiseStorms(bench);
      for (let left = run.scaled(ROUNDS); left > 0; left -= 1) await turnBreaker(bench);
      await countRepeats(bench);
    };
    await Promise.all([sufferChaos(bench), others()]);
    await showCertificates(bench);
    const grown = (process.memoryUsage().rss - before) / 1024 ** 2;
    run.tell('memory', `${grown < 0 ? '' : '+'}${Math.round(grown)} MB`);
  },
};

const CALLS = 100;

const AT_ONCE = 10;

/** Here every call is to meet its mishap. */
const NEVER_OPEN = { ...BREAKER_RULES, leastCalls: Number.POSITIVE_INFINITY };

const LIMITS: Readonly<Record<SuiteSize, { connectMs: number; headersMs: number; totalMs: number }>> = {
  full: { connectMs: 1_500, headersMs: 2_000, totalMs: 2_500 },
  tenth: { connectMs: 600, headersMs: 800, totalMs: 1_000 },
  short: { connectMs: 400, headersMs: 450, totalMs: 500 },
};

const MOST_BYTES = 256 * 1024;

/** What a machine under load may add to a deadline. */
const SLACK_MS = 2_000;

const TIMED_OUT = 'The service did not answer in time.';

/** A machine under load makes anything time out: what has no deadline to meet is asked again. */
const MOST_TRIES = 5;

/** At once; a short run, with its single calls, has all of them at once. */
const MISHAPS_AT_ONCE: Readonly<Record<SuiteSize, number>> = { full: 8, tenth: 8, short: 40 };

interface Target {
  readonly mishap: Pick<Mishap, 'name' | 'due'>;
  readonly baseAddress: string;
}

/** Every mishap again and again, by the reader of the product over TLS. */
async function sufferChaos(bench: UpstreamBench): Promise<void> {
  const { run } = bench;
  const certificate = await makeCertificate({ names: ['127.0.0.1'] });
  const canary = await startStub((request, response) => {
    run.breach('calls at another address', `${request.url} with ${Object.keys(request.headers).join(', ')}`);
    sendJson(response, 200, SHOPS_ANSWER);
  });
  const mishaps = mishapsWith(`http://127.0.0.1:${canary.port}/api/shops`);
  const stub = await startStub((request, response) => {
    const at = Number(request.url?.split('/')[1]);
    mishaps[at]?.behave(response, request);
  }, certificate);
  const silence = await startSilence();
  const targets: Target[] = [
    ...mishaps.map((mishap, at) => ({ mishap, baseAddress: `https://127.0.0.1:${stub.port}/${at}` })),
    { mishap: { name: 'no handshake', due: TIMED_OUT }, baseAddress: `https://127.0.0.1:${silence.port}` },
  ];
  const tookMs: number[] = [];
  try {
    await sideBySide(targets, MISHAPS_AT_ONCE[run.size], async (target) => {
      tookMs.push(...(await sufferOne(bench, target, certificate)));
    });
    run.tell('p99 of a reply', `${Math.round(percentile(tookMs, 99))} ms of ${LIMITS[run.size].totalMs}`);
  } finally {
    await Promise.all([stub, silence, canary].map((one) => one.close()));
  }
}

/** Answers how long each call took. */
async function sufferOne(
  { run, open }: UpstreamBench,
  { mishap, baseAddress }: Target,
  { cert }: Certificate,
): Promise<readonly number[]> {
  const { name, due } = mishap;
  const limits = { ...LIMITS[run.size], mostBytes: MOST_BYTES, connections: AT_ONCE };
  const tookMs: number[] = [];
  const meet = async (client: ApiClient) => {
    for (let tries = 1; ; tries += 1) {
      const startedAt = performance.now();
      const failure = await failureOfShops(client, AbortSignal.timeout(limits.totalMs + SLACK_MS));
      const isHurried = failure !== due && failure === TIMED_OUT;
      if (isHurried && tries < MOST_TRIES) continue;
      tookMs.push(performance.now() - startedAt);
      return failure;
    }
  };
  for (let left = run.scaled(CALLS); left > 0; left -= AT_ONCE) {
    const upstream = open({ baseAddress, authorities: [cert], limits, rules: NEVER_OPEN });
    const calls = Array.from({ length: Math.min(left, AT_ONCE) }, () => meet(upstream));
    for (const failure of await Promise.all(calls)) {
      run.count('calls');
      if (failure === 'ExportError: The export was cancelled.') {
        run.breach('deadlines missed', `${name}: there was no answer long after the deadline`);
        continue;
      }
      if (failure !== due) run.breach('outcomes other than due', `${name}: ${failure} instead of ${due}`);
      if (failure?.includes(RAW_TEXT)) run.breach('raw texts shown', `${name}: ${failure}`);
      run.hear(`what is reported of ${name}`, failure ?? '');
    }
    upstream.close();
  }
  run.count('mishaps');
  return tookMs;
}

const CALLS_EACH = 20;

const REFUSAL = /^The service could not prove who it is/;

/** Certificates that prove nothing, with and without the variable of the environment that lets Node take them. */
async function showCertificates(bench: UpstreamBench): Promise<void> {
  const host = '127.0.0.1';
  const good = { name: 'good', certificate: await makeCertificate({ names: [host] }), isTrusted: true };
  const wrong = await wrongCertificates(host);
  await withAndWithoutTlsSwitch(async (value) => {
    for (const { name, certificate, isTrusted } of [good, ...wrong]) {
      const authorities = isTrusted ? [certificate.cert] : [];
      await showCertificate(bench, certificate, {
        authorities,
        isGood: name === 'good',
        where: `${name} with ${value}`,
      });
    }
  });
}

async function showCertificate(
  { run, open }: UpstreamBench,
  certificate: Certificate,
  { authorities, isGood, where }: { authorities: readonly string[]; isGood: boolean; where: string },
): Promise<void> {
  const stub = await startStub((_request, response) => sendJson(response, 200, SHOPS_ANSWER), certificate);
  for (let left = run.scaled(CALLS_EACH); left > 0; left -= 1) {
    const upstream = open({ baseAddress: `https://127.0.0.1:${stub.port}`, authorities });
    const failure = await failureOfShops(upstream);
    upstream.close();
    run.count('certificates shown');
    if (isGood !== (failure === null)) run.breach('certificates misjudged', `${where}: ${failure ?? 'taken'}`);
    if (failure !== null && !REFUSAL.test(failure)) run.breach('outcomes other than due', `${where}: ${failure}`);
  }
  if (!isGood) run.breach('keys sent to whom nobody vouches for', where, stub.arrivals());
  await stub.close();
}

const ROUNDS = 10;
const FAILURES = 10;
const WHILE_OPEN = 1_000;
const PROBES = 100;
const REFUSALS = 40;
const REST_MS = BREAKER_RULES.restMs;

/** Opens the breaker, and counts the calls that get through. */
async function turnBreaker({ run, open }: UpstreamBench): Promise<void> {
  let status = 500;
  const stub = await startStub((_request, response) => sendJson(response, status, status === 200 ? SHOPS_ANSWER : {}));
  const clock = createFixedClock(0);
  const upstream = open({ baseAddress: `http://127.0.0.1:${stub.port}`, clock });
  const other = open({ baseAddress: `http://127.0.0.1:${stub.port}`, clock });
  const ask = async (client: ApiClient) => {
    await client.send({ method: listShops.method, path: listShops.path }).catch(() => undefined);
  };
  /** Of calls one after the other; or at once: all of them are let through, or not, before the first is answered. */
  const arrivalsOf = async (client: ApiClient, calls: number, isAtOnce = false) => {
    const before = stub.arrivals();
    await sideBySide(Array(calls).fill(client), isAtOnce ? calls : 1, ask);
    return stub.arrivals() - before;
  };

  await arrivalsOf(upstream, FAILURES);
  const passed = await arrivalsOf(upstream, WHILE_OPEN, true);
  run.count('calls while open', WHILE_OPEN);
  run.breach('calls through while open', 'of those at once', passed);
  const ofOther = await arrivalsOf(other, 1);
  if (ofOther !== 1) run.breach('outcomes other than due', 'another account was refused as well');

  clock.advance(REST_MS);
  const probes = await arrivalsOf(upstream, PROBES, true);
  run.count('probes');
  if (probes !== 1) run.breach('probes other than one', `${probes} calls after the rest`);
  clock.advance(REST_MS);
  status = 200;
  const good = await arrivalsOf(upstream, PROBES, true);
  if (good !== PROBES) run.breach('good calls refused', `${good} calls reached it after a good probe`);
  const after = await arrivalsOf(upstream, 1);
  if (after !== 1) run.breach('outcomes other than due', 'it stayed open after a good probe');

  status = 400;
  const refused = await arrivalsOf(upstream, REFUSALS);
  if (refused !== REFUSALS) run.breach('good calls refused', `after ${refused} refusals of business`);
  upstream.close();
  other.close();
  await stub.close();
}

const MOST_AMPLIFICATION = 1.3;
const LONGER = 1.25;
const READS: Readonly<Record<SuiteSize, number>> = { full: 600, tenth: 200, short: 100 };
const READ_EVERY_MS = 1_000;

/** How the deployment answers the call of that number, from 1. */
type StatusOf = (arrival: number) => number;

/** Reads as exports do, on a clock on which no pause takes any time, of a deployment with the given statuses. */
async function openExportReader({ run, log, open }: UpstreamBench, statusOf: StatusOf) {
  const stub = await startStub((_request, response) => {
    const status = statusOf(stub.arrivals());
    const headers = status === 429 ? { 'retry-after': '60' } : {};
    sendJson(response, status, status === 200 ? SHOPS_ANSWER : {}, headers);
  });
  const clock = hurriedClock(0);
  // Deadlines go by the system's clock, everything else by the other one.
  const deadlines = { now: clock.now, after: systemClock.after };
  const upstream = open({ baseAddress: `http://127.0.0.1:${stub.port}`, clock: deadlines });
  const plain = createKeyedPlatform({ send: createSender(upstream), clock: deadlines, log });
  const sparing = { budget: createRetryBudget(), random: seededRandom(run.seed) };
  const retrying = retryingPlatform(plain, clock, undefined, sparing);
  const ask = (platform: Pick<typeof plain, 'listReference'>) =>
    platform.listReference(STAND_IN_CALLER, 'shops').catch((error: unknown) => error);
  return {
    clock,
    arrivals: stub.arrivals,
    inBackground: () => ask(retrying),
    whileUserWaits: () => ask(plain),
    async close() {
      upstream.close();
      await stub.close();
    },
  };
}

/** How often calls reach a deployment that fails: alone, in part, and for ten minutes. */
async function countRepeats(bench: UpstreamBench): Promise<void> {
  await expectPauses(bench, 500, [2_000, 8_000, 30_000]);
  await expectPauses(bench, 429, [60_000, 60_000, 60_000]);
  await expectPauses(bench, 400, []);
  await expectPauses(bench, 401, []);
  await expectAmplification(bench, 'one in three fails', (arrival) => (arrival % 3 === 0 ? 502 : 200));
  await expectAmplification(bench, 'down for ten minutes', () => 503);
}

async function expectPauses(bench: UpstreamBench, status: number, pauses: readonly number[]): Promise<void> {
  const { run } = bench;
  const reader = await openExportReader(bench, () => status);
  await reader.inBackground();
  const { waits } = reader.clock;
  const isDue = waits.every((wait, at) => wait >= (pauses[at] ?? 0) && wait <= (pauses[at] ?? 0) * LONGER);
  if (waits.length !== pauses.length || !isDue) {
    run.breach('repeats other than due', `${status}: after ${waits.map(Math.round).join(', ')} ms`);
  }
  const before = reader.arrivals();
  if (before !== pauses.length + 1) run.breach('repeats other than due', `${status}: ${before} arrivals`);
  await reader.whileUserWaits();
  const further = reader.arrivals() - before;
  if (further !== 1) run.breach('repeats other than due', `${status}: ${further} while the user waits`);
  run.count('calls', 2);
  await reader.close();
}

async function expectAmplification(bench: UpstreamBench, name: string, statusOf: StatusOf): Promise<void> {
  const { run } = bench;
  const calls = READS[run.size];
  const reader = await openExportReader(bench, statusOf);
  for (let left = calls; left > 0; left -= 1) {
    await reader.inBackground();
    reader.clock.pass(READ_EVERY_MS);
  }
  const amplification = reader.arrivals() / calls;
  run.count('calls', calls);
  run.tell(`amplification, ${name}:`, amplification.toFixed(2));
  if (amplification > MOST_AMPLIFICATION) run.breach('amplifications above 1.3', `${name}: ${amplification}`);
  await reader.close();
}

const STORMS = 20;
const CALLS_OF_STORM = 100;
const CREDENTIALS = { account: 'storm', email: 'owner@storm.example', password: 'a password of a storm' };
const RIGHT = 'token-of-the-storm-number-';
const ACCOUNT_ID = 1_000_000_007;
const ME = {
  account: CREDENTIALS.account,
  user: { id: 31, name: 'Olga Eigenaar', email: CREDENTIALS.email },
  roles: ['owner'],
  locked_location: null,
  auth: { kind: 'token', expires_at: 4_000_000_000 },
};

const REFUSAL_BODY = { error: 'Unauthorized', message: 'No.', status: 401, request_id: 'r-1', hint: 'Sign in.' };

/** Another deployment, whose tokens and password can be taken back. */
function createDeployment() {
  let logins = 0;
  let oldest = 1;
  let isTaken = true;
  // One call of each storm hears of its old token only when the login of the others is over.
  let straggling = 0;
  let loginOver = Promise.withResolvers<void>();
  const answerLogin = () => {
    logins += 1;
    loginOver.resolve();
    const ends = Math.floor(Date.now() / 1_000) + 1_800;
    return isTaken ? { token: `${RIGHT}${logins}`, expires_at: ends, expires_in: 1_800 } : null;
  };
  const listener: RequestListener = async ({ method, url = '', headers }, response) => {
    const isGood = Number(headers.authorization?.split(RIGHT)[1]) >= oldest;
    if (url.startsWith(listShops.path)) {
      straggling -= 1;
      if (straggling === 0) await loginOver.promise;
    }
    const answer = url === readMe.path ? ME : SHOPS_ANSWER;
    const body = method === 'POST' ? answerLogin() : isGood ? answer : null;
    sendJson(response, body === null ? 401 : 200, body ?? REFUSAL_BODY);
  };
  return {
    listener,
    logins: () => logins,
    /** No token that was given until now is good any longer. */
    revoke() {
      straggling = 1;
      loginOver = Promise.withResolvers<void>();
      oldest = logins + 1;
    },
    takesPassword(takes: boolean) {
      isTaken = takes;
    },
  };
}

/** Many calls at once of a user whose token is no longer good, and then whose password is not. */
async function raiseStorms(bench: UpstreamBench): Promise<void> {
  bench.run.keepSecret('password', CREDENTIALS.password);
  bench.run.keepSecret('token', RIGHT);
  for (let left = bench.run.scaled(STORMS); left > 0; left -= 1) {
    await raiseStorm(bench, left % 2 === 0 ? CALLS_OF_STORM : 8);
  }
}

async function raiseStorm({ run, log }: UpstreamBench, connections: number): Promise<void> {
  const deployment = createDeployment();
  const certificate = await makeCertificate({ names: ['127.0.0.1'] });
  const stub = await startStub(deployment.listener, certificate);
  const platform = createRemotePlatform({
    // Over plain HTTP nobody is signed in again.
    address: `https://127.0.0.1:${stub.port}`,
    accounts: { idOf: async () => ACCOUNT_ID, nameOf: async () => CREDENTIALS.account },
    users: createKnownUsers(),
    clock: { now: () => Date.now(), after: () => () => {} },
    log,
    authorities: [certificate.cert],
    limits: { upstream: { connections } },
  });
  const expectLogins = (when: string, due: number) => {
    run.count('storms');
    const logins = deployment.logins();
    if (logins !== due) run.breach('logins other than due', `${when}: ${logins} instead of ${due}`);
  };
  const expectAnswers = async (when: string, caller: Caller, due: string) => {
    const outcomes = await askAtOnce(platform, caller);
    const others = outcomes.filter((outcome) => outcome !== due);
    run.breach('outcomes other than due', `${when}: ${others[0]} instead of ${due}`, others.length);
  };

  const caller = await platform.signIn(CREDENTIALS);
  await expectAnswers('the first calls', caller, 'answered');
  expectLogins('the first calls', 1);
  deployment.revoke();
  await expectAnswers('calls with an old token', caller, 'answered');
  expectLogins('calls with an old token', 2);
  deployment.revoke();
  deployment.takesPassword(false);
  await expectAnswers('calls after the password was changed', caller, 'session_ended');
  await expectAnswers('further calls', caller, 'session_ended');
  expectLogins('calls after the password was changed', 3);
  deployment.takesPassword(true);
  await expectAnswers('calls of a user who has not signed in again', caller, 'session_ended');
  await expectAnswers('calls after signing in again', await platform.signIn(CREDENTIALS), 'answered');
  expectLogins('calls after signing in again', 4);
  platform.close();
  await stub.close();
}

/** `answered`, or the code of the failure. */
function askAtOnce(platform: RemotePlatform, caller: Caller): Promise<readonly string[]> {
  const ask = async () => {
    try {
      await platform.listReference(caller, 'shops');
      return 'answered';
    } catch (error) {
      return error instanceof PlatformError ? error.code : String(error);
    }
  };
  return Promise.all(Array.from({ length: CALLS_OF_STORM }, ask));
}
