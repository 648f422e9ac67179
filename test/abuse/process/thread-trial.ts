import { setTimeout as delay } from 'node:timers/promises';
import type { SuiteRun } from '../harness/suite.ts';
import { CALLS, type ProgramLoad, startLoad, statusOf } from './program-load.ts';
import { startStruckProgram } from './struck-program.ts';

const HOW = ['throw', 'reject', 'exit'] as const;
const PAUSE_MS = 150;
const OK = 200;
/** What is documented for a platform that cannot answer. */
const UPSTREAM_FAILED = 502;

/** Threads are lost again and again under load: calls fail as it is documented, and the next ones are answered. */
export async function runThreadTrial(run: SuiteRun, folder: string, losses: number): Promise<void> {
  const program = await startStruckProgram(folder, 'none');
  const load = await startLoad(program.apiAddress, (token) => run.keepSecret('token', token));
  await delay(PAUSE_MS);
  for (let loss = 0; loss < losses; loss += 1) {
    program.strike({ where: 'threads', how: HOW[loss % HOW.length] ?? 'throw' });
    run.count('thread losses');
    await delay(PAUSE_MS);
  }
  await load.stop();
  for (const path of CALLS) {
    const status = await answerInTheEnd(program.apiAddress, path, load);
    run.breach('threads not replaced', `${path}: ${status}`, status === OK ? 0 : 1);
  }
  for (const [status, count] of load.statuses) {
    if (status === OK) run.count('calls answered', count);
    else if (status !== UPSTREAM_FAILED)
      run.breach('failed calls', `status ${status} beside a lost thread`, count);
  }
  program.kill('SIGTERM');
  const end = await program.endsWithin(9_000);
  run.breach('wrong status', `after lost threads: ${end?.status}`, end?.status === 0 ? 0 : 1);
}

/** The last thread may be lost just now: a second call has a new one. */
async function answerInTheEnd(address: string, path: string, { token }: ProgramLoad): Promise<number> {
  const first = await statusOf(address, path, token);
  return first === OK ? OK : statusOf(address, path, token);
}
