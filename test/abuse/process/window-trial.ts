import { setTimeout as delay } from 'node:timers/promises';
import type { SuiteRun } from '../harness/suite.ts';
import { type ProgramLoad, startLoad } from './program-load.ts';
import { startStruckProgram } from './struck-program.ts';

const PAUSE_MS = 10;
const OK = 200;
/** Beside each crash. */
const CALLS = 10;
const LONGEST_STANDSTILL_MS = 5_000;

/** The process of the page is gone time and again: the API answers all calls meanwhile. On the stand-in of Electron. */
export async function runWindowTrial(run: SuiteRun, folder: string, crashes: number): Promise<void> {
  const program = await startStruckProgram(folder, 'electron');
  const load = await startLoad(program.apiAddress, (token) => run.keepSecret('token', token));
  for (let crash = 0; crash < crashes; crash += 1) {
    program.strike({ where: 'window' });
    run.count('window crashes');
    if (!(await goesOn(load))) run.breach('failed calls', 'no calls were answered after a window had crashed');
  }
  await load.stop();
  for (const [status, count] of load.statuses) {
    if (status === OK) run.count('calls answered', count);
    else run.breach('failed calls', `status ${status} beside a crashed window`, count);
  }
  const lag = await program.lagMs();
  run.tell('event-loop lag p99 beside crashes of the window', `${lag.toFixed(1)} ms`);
  program.kill('SIGKILL');
  await program.endsWithin(5_000);
}

/** Whether calls are answered from now on. */
async function goesOn({ statuses }: Pick<ProgramLoad, 'statuses'>): Promise<boolean> {
  const answered = () => [...statuses.values()].reduce((total, count) => total + count, 0);
  const enough = answered() + CALLS;
  const deadline = performance.now() + LONGEST_STANDSTILL_MS;
  while (answered() < enough && performance.now() < deadline) await delay(PAUSE_MS);
  return answered() >= enough;
}
