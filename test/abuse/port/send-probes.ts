import { exchangeBytes } from '../../security/support/strict-sockets.ts';
import type { SuiteRun } from '../harness/suite.ts';
import { BREACHES, COUNTS } from './figures.ts';
import type { Ground } from './ground.ts';
import { headerFaults, leakedBytes, wrongStatus } from './judge-answer.ts';
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
    for (let probe = waiting.pop(); probe !== undefined; probe = waiting.pop())
      await send(run, ground, probe);
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
