import { setTimeout as delay } from 'node:timers/promises';
import type { SuiteRun } from '../harness/suite.ts';
import { startLoad } from './program-load.ts';
import { startStruckProgram } from './struck-program.ts';

const PAUSE_MS = 30;
const OK = 200;

/** The process of the page is gone time and again: the API answers all calls meanwhile. On the stand-in of Electron. */
export async function runWindowTrial(run: SuiteRun, folder: string, crashes: number): Promise<void> {
  const program = await startStruckProgram(folder, 'electron');
  const load = await startLoad(program.apiAddress, (token) => run.keepSecret('token', token));
  for (let crash = 0; crash < crashes; crash += 1) {
    program.strike({ where: 'window' });
    run.count('window crashes');
    await delay(PAUSE_MS);
  }
  // An end that began with the last crash takes a moment.
  await delay(PAUSE_MS * 10);
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
