import { setTimeout as delay } from 'node:timers/promises';
import { watchStandstill } from '../harness/stood-still.ts';
import type { SuiteRun } from '../harness/suite.ts';
import { damageOf, givenUpIn, leftIn, logOf } from './inspect-folder.ts';
import { openHangingRequests, startLoad } from './program-load.ts';
import { startStruckProgram } from './struck-program.ts';

/** A way to end, and the status that has to come of it. */
export type Ending =
  | { readonly kind: 'signal'; readonly signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP' }
  | { readonly kind: 'mistake'; readonly how: 'throw' | 'reject' }
  /** A signal, while threads cannot be ended. */
  | { readonly kind: 'hung step' };

const LIMIT_MS = 5_000;
const PATIENCE_MS = 9_000;
const HANGING_REQUESTS = 200;

/**
 * The program ends in the middle of calls, of 200 requests that come to no end, of answers that nobody reads, and of
 * messages to a receiver that never answers.
 */
export async function runEndTrial(
  run: SuiteRun,
  folder: string,
  ending: Ending,
  afterMs: number,
): Promise<void> {
  const program = await startStruckProgram(folder, 'none');
  const load = await startLoad(program.apiAddress, (token) => run.keepSecret('token', token));
  const hanging = openHangingRequests(program.apiAddress, ending.kind === 'hung step' ? 0 : HANGING_REQUESTS);
  await delay(afterMs);
  const still = watchStandstill();
  if (ending.kind === 'hung step') program.strike({ where: 'teardown' });
  if (ending.kind === 'mistake') program.strike({ where: 'main', how: ending.how });
  else program.kill(ending.kind === 'signal' ? ending.signal : 'SIGTERM');
  const end = await program.endsWithin(PATIENCE_MS);
  still.end();
  for (const socket of hanging) socket.destroy();
  await load.stop();

  const name = JSON.stringify(ending);
  run.count('ends');
  const isLate = end === null || end.tookMs - still.ms > LIMIT_MS;
  run.breach('ended too late', `${name}: ${Math.round(end?.tookMs ?? PATIENCE_MS)} ms`, isLate ? 1 : 0);
  if (end === null) return;
  const wanted = ending.kind === 'mistake' ? 1 : 0;
  run.breach('wrong status', `${name}: ${end.status}`, end.status === wanted ? 0 : 1);
  const left = leftIn(folder, ending.kind === 'hung step');
  run.breach('left files', `${name}: ${left.join(', ')}`, left.length);
  const damage = damageOf(folder);
  run.breach('damaged stores', `${name}: ${damage}`, damage === null ? 0 : 1);
  const givenUp = ending.kind === 'hung step' ? [] : givenUpIn(folder);
  run.breach('steps given up', `${name}: ${givenUp.join(', ')}`, givenUp.length);
  const isTold = ending.kind !== 'mistake' || logOf(folder).includes('a mistake that nobody caught');
  run.breach('mistakes not in the log', name, isTold ? 0 : 1);
  run.tell(`stop, ${ending.kind}`, `${Math.round(end.tookMs)} ms`);
}
