import { PAGE_MARK } from '../../security/support/ports/open-window-port.ts';
import { exchangeBytes } from '../../security/support/strict-sockets.ts';
import type { WireAnswer } from '../../security/support/strict-wire.ts';
import { CALLER, CREDENTIALS } from '../../support/shop-fixture.ts';
import type { SuiteRun } from '../harness/suite.ts';
import { BREACHES, COUNTS } from './figures.ts';
import type { Ground, PortName } from './ground.ts';
import type { WireProbe } from './wire-probe.ts';

const AT_ONCE = 16;

/** Sends each probe over a connection of its own and tells of every handler that ran and byte that came. */
export async function sendProbes(run: SuiteRun, ground: Ground, probes: readonly WireProbe[]): Promise<void> {
  const open = probes.filter(({ fate }) => fate === 'any');
  await sendAll(run, ground, open);
  const before = { api: ground.api.runs.length, ui: ground.ui.runs.length };
  await sendAll(
    run,
    ground,
    probes.filter(({ fate }) => fate !== 'any'),
  );
  for (const port of ['api', 'ui'] as const) {
    for (const ran of ground[port].runs.slice(before[port])) run.breach(BREACHES.runs, `${port}: ${ran}`);
  }
}

async function sendAll(run: SuiteRun, ground: Ground, probes: readonly WireProbe[]): Promise<void> {
  const waiting = [...probes];
  const takeTurns = async () => {
    for (let probe = waiting.pop(); probe !== undefined; probe = waiting.pop()) await send(run, ground, probe);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, takeTurns));
}

async function send(run: SuiteRun, ground: Ground, probe: WireProbe): Promise<void> {
  const { port, what, bytes, fate } = probe;
  const answers = await exchangeBytes(ground[port].port, Buffer.from(bytes, 'latin1'), 'wait');
  run.count(COUNTS.requests);
  if (answers.length === 0 && fate !== 'closed') run.breach(BREACHES.status, `${what}: no answer`);
  for (const answer of answers) {
    const leaked = leakedBytes(probe, answer);
    run.breach(BREACHES.leaks, `${what}: ${leaked} bytes`, leaked);
    const wrong = wrongStatus(probe, answer);
    if (wrong !== null) run.breach(BREACHES.status, `${what}: ${wrong}`);
    for (const fault of headerFaults(port, answer)) {
      run.breach(BREACHES.headers, `${what}: ${fault} (${answer.status})`);
    }
    // Signing in is the one thing whose answer is a secret.
    if (fate !== 'any') run.hear(what, answer.text);
  }
}

/** What of the shop, or of the window, no refusal may hold. */
const MARKS = ['Utrecht', CALLER.owner.name, CREDENTIALS.owner.email, PAGE_MARK];

/** Bytes that somebody got who was to get none. */
function leakedBytes({ fate }: WireProbe, { status, text }: WireAnswer): number {
  if (fate === 'any') return 0;
  const isLeak = (status >= 200 && status < 400) || MARKS.some((mark) => text.includes(mark));
  return isLeak ? Math.max(1, Buffer.byteLength(text)) : 0;
}

/** Why an answer is another than the one that was due; null where it is not. */
function wrongStatus({ fate, port }: WireProbe, { status, text }: WireAnswer): string | null {
  if (fate === 'unauthorised') {
    if (status !== 401) return `${status} instead of 401`;
    // The answer to HEAD has no body.
    return port === 'api' && text !== '' && !text.includes('"hint"') ? '401 without a hint' : null;
  }
  if (fate === 'forbidden') return status === 403 ? null : `${status} instead of 403`;
  if (fate === 'any') return status < 500 ? null : `${status}`;
  return status >= 400 && status < 500 ? null : `${status} instead of a refusal`;
}

const CLOSED = ["default-src 'none'", "frame-ancestors 'none'"];

/** The headers of an answer that are missing, or must not be there. */
function headerFaults(port: PortName, { status, headers, text }: WireAnswer): readonly string[] {
  const value = (name: string) => headers.get(name) ?? '';
  const policy = value('content-security-policy').split('; ');
  const isPage = policy.includes("script-src 'self'") || policy.some((rule) => rule.startsWith('style-src'));
  const isAsset = port === 'ui' && status === 200 && value('content-type').startsWith('text/javascript');
  const faults: readonly (readonly [string, boolean])[] = [
    ['it may be kept in a cache', value('cache-control') !== 'no-store' && !isAsset],
    ['it may be sniffed', value('x-content-type-options') !== 'nosniff'],
    ['it has no closed policy', !CLOSED.every((rule) => policy.includes(rule))],
    ['its policy has no sandbox', !isPage && !policy.includes('sandbox')],
    ['it may be embedded', value('cross-origin-resource-policy') !== 'same-origin'],
    ['it has no id', port === 'api' && value('x-request-id') === ''],
    ['its characters are not told', text !== '' && !/charset=utf-8|svg/.test(value('content-type'))],
    ['it gives a permission to others', [...headers.keys()].some((name) => name.startsWith('access-control-'))],
    ['it sets a cookie', headers.has('set-cookie')],
  ];
  return faults.filter(([, isFault]) => isFault).map(([fault]) => fault);
}
