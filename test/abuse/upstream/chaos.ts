import { BREAKER_RULES } from '../../../electron/api-client/upstream.ts';
import { percentile } from '../../bench/harness/percentile.ts';
import { type Certificate, makeCertificate } from '../../support/certificates.ts';
import type { SuiteSize } from '../harness/suite.ts';
import { createShopsReader, whatIsTold } from './asked-shops.ts';
import { type Mishap, mishapsWith, packBomb } from './mishaps.ts';
import { RAW_TEXT } from './raw-text.ts';
import { type Stub, startSilence, startStub } from './stub-deployment.ts';
import { API_KEY, type UpstreamGround } from './upstream-ground.ts';

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
export async function sufferChaos(ground: UpstreamGround): Promise<void> {
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
