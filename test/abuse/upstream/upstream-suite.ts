import { BREAKER_RULES } from '../../../electron/api-client/upstream.ts';
import { percentile } from '../../bench/harness/percentile.ts';
import { type Certificate, makeCertificate } from '../../support/certificates.ts';
import type { AbuseSuite, SuiteSize } from '../harness/suite.ts';
import { createShopsReader, SHOPS_ANSWER, whatIsTold } from './asked-shops.ts';
import { countRepeats } from './counted-repeats.ts';
import { type Mishap, mishapsWith, packBomb } from './mishaps.ts';
import { RAW_TEXT } from './raw-text.ts';
import { SABOTAGES } from './sabotages.ts';
import { raiseStorms } from './sign-in-storm.ts';
import { type Stub, startSilence, startStub } from './stub-deployment.ts';
import { turnBreaker } from './turning-breaker.ts';
import { API_KEY, layGround, type UpstreamGround } from './upstream-ground.ts';

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
  sabotages: SABOTAGES,

  async run(run) {
    const ground = layGround(run);
    const before = process.memoryUsage().rss;
    const others = async () => {
      await raiseStorms(ground);
      await turnBreaker(ground);
      await countRepeats(ground);
    };
    await Promise.all([sufferChaos(ground), others()]);
    // The switch of the environment is that of the whole process: nothing else runs meanwhile.
    await showCertificates(ground);
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

/** A machine under load makes anything time out: what has no deadline to meet is asked again. */
const MOST_TRIES = 5;

/** Of mishaps; a short run, with its single calls, has all of them at once. */
const LANES: Readonly<Record<SuiteSize, number>> = { full: 8, tenth: 8, short: 40 };

interface Met {
  readonly told: string | null;
  readonly tookMs: number;
}

interface Target {
  readonly mishap: Pick<Mishap, 'name' | 'due'>;
  readonly baseAddress: string;
  readonly certificate: Certificate;
}

/** Every mishap again and again, by the reader of the product over TLS. */
async function sufferChaos(ground: UpstreamGround): Promise<void> {
  const { run } = ground;
  const certificate = await makeCertificate({ names: ['127.0.0.1'] });
  const canary = await startStub((request, response) => {
    run.breach('calls at another address', `${request.url} with ${Object.keys(request.headers).join(', ')}`);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"count":0,"total":0,"data":[]}');
  });
  const mishaps = mishapsWith(`http://127.0.0.1:${canary.port}/api/shops`, packBomb());
  const stub = await startStub((request, response) => {
    const at = Number(request.url?.split('/')[1]);
    mishaps[at]?.behave(response, request);
  }, certificate);
  const silence = await startSilence();
  const targets: Target[] = [
    ...mishaps.map((mishap, at) => ({
      mishap,
      baseAddress: `https://127.0.0.1:${stub.port}/${at}`,
      certificate,
    })),
    {
      mishap: { name: 'no handshake', due: 'The service did not answer in time.' },
      baseAddress: `https://127.0.0.1:${silence.port}`,
      certificate,
    },
  ];
  try {
    const waiting = [...targets];
    const took: number[] = [];
    const sufferInTurn = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        took.push(...(await sufferOne(ground, next)));
      }
    };
    await Promise.all(Array.from({ length: LANES[run.size] }, sufferInTurn));
    run.tell('p99 of a reply', `${Math.round(percentile(took, 99))} ms of ${LIMITS[run.size].totalMs}`);
  } finally {
    await closeAll([stub, silence, canary]);
  }
}

/** Answers how long each call took. */
async function sufferOne(ground: UpstreamGround, target: Target): Promise<readonly number[]> {
  const { run } = ground;
  const took: number[] = [];
  for (let left = run.scaled(CALLS); left > 0; left -= AT_ONCE) {
    const upstream = openFor(ground, target);
    const calls = Array.from({ length: Math.min(left, AT_ONCE) }, () => meet(upstream, target.mishap));
    for (const met of await Promise.all(calls)) {
      took.push(met.tookMs);
      judge(ground, target.mishap, met);
    }
    upstream.close();
  }
  run.count('mishaps');
  return took;
}

function openFor({ run, open }: UpstreamGround, { baseAddress, certificate }: Target) {
  const limits = { ...LIMITS[run.size], mostBytes: MOST_BYTES, connections: AT_ONCE };
  const upstream = open({ baseAddress, authorities: [certificate.cert], limits, rules: NEVER_OPEN });
  return { ...upstream, mostMs: limits.totalMs + SLACK_MS };
}

type OpenUpstream = ReturnType<typeof openFor>;

async function meet(upstream: OpenUpstream, mishap: Pick<Mishap, 'due'>): Promise<Met> {
  for (let tries = 1; ; tries += 1) {
    const met = await meetOnce(upstream);
    const isHurried = met.told !== mishap.due && met.told === 'The service did not answer in time.';
    if (!isHurried || tries === MOST_TRIES) return met;
  }
}

async function meetOnce(upstream: OpenUpstream): Promise<Met> {
  const startedAt = performance.now();
  const giveUp = AbortSignal.timeout(upstream.mostMs);
  const told = await whatIsTold(createShopsReader(upstream, API_KEY, giveUp)());
  return { told, tookMs: performance.now() - startedAt };
}

function judge({ run }: UpstreamGround, { name, due }: Pick<Mishap, 'name' | 'due'>, { told }: Met): void {
  run.count('calls');
  if (told === 'ExportError: The export was cancelled.') {
    run.breach('deadlines missed', `${name}: there was no answer long after the deadline`);
    return;
  }
  if (told !== due) run.breach('outcomes other than due', `${name}: ${told} instead of ${due}`);
  if (told?.includes(RAW_TEXT)) run.breach('raw texts shown', `${name}: ${told}`);
  run.hear(`what is told of ${name}`, told ?? '');
}

async function closeAll(stubs: readonly Stub[]): Promise<void> {
  await Promise.all(stubs.map((stub) => stub.close()));
}

const CALLS_EACH = 20;

const SWITCH = 'NODE_TLS_REJECT_UNAUTHORIZED';

const REFUSAL = /^The service could not prove who it is/;

interface Shown {
  readonly name: string;
  readonly certificate: Certificate;
  readonly isTrusted: boolean;
  readonly isGood: boolean;
}

async function shownCertificates(): Promise<readonly Shown[]> {
  const validUntil = new Date('2021-01-01T00:00:00Z');
  const names = ['127.0.0.1'];
  const [good, unknown, other, expired] = await Promise.all([
    makeCertificate({ names }),
    makeCertificate({ names }),
    makeCertificate({ names: ['other.example'] }),
    makeCertificate({ names, validUntil }),
  ]);
  return [
    { name: 'good', certificate: good, isTrusted: true, isGood: true },
    { name: 'self-signed', certificate: unknown, isTrusted: false, isGood: false },
    { name: 'of another name', certificate: other, isTrusted: true, isGood: false },
    { name: 'expired', certificate: expired, isTrusted: true, isGood: false },
  ];
}

/** Certificates that prove nothing, with and without the switch of the environment that lets Node take them. */
async function showCertificates(ground: UpstreamGround): Promise<void> {
  const before = process.env[SWITCH];
  const shown = await shownCertificates();
  try {
    for (const value of [null, '0']) {
      if (value === null) delete process.env[SWITCH];
      else process.env[SWITCH] = value;
      for (const one of shown) await showOne(ground, one, `${one.name} with ${value}`);
    }
  } finally {
    if (before === undefined) delete process.env[SWITCH];
    else process.env[SWITCH] = before;
  }
}

async function showOne({ run, open }: UpstreamGround, shown: Shown, where: string): Promise<void> {
  const { certificate, isTrusted, isGood } = shown;
  const stub = await startStub((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(SHOPS_ANSWER));
  }, certificate);
  const authorities = isTrusted ? [certificate.cert] : [];
  for (let left = run.scaled(CALLS_EACH); left > 0; left -= 1) {
    const upstream = open({ baseAddress: `https://127.0.0.1:${stub.port}`, authorities });
    const told = await whatIsTold(createShopsReader(upstream, API_KEY)());
    upstream.close();
    run.count('certificates shown');
    if (isGood !== (told === null)) run.breach('certificates misjudged', `${where}: ${told ?? 'taken'}`);
    if (told !== null && !REFUSAL.test(told)) run.breach('outcomes other than due', `${where}: ${told}`);
  }
  if (!isGood) {
    run.breach('keys sent to whom nobody vouches for', where, stub.arrivals());
  }
  await stub.close();
}
