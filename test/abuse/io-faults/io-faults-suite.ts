import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { projectPath } from '../../../scripts/launching/project-paths.mjs';
import { compileFailingDisk, createDiskControlFile, failingDiskEnvironment } from '../failing-disk/disk-control.ts';
import type { AbuseSuite, SuiteRun } from '../harness/suite.ts';
import type { FaultMessage, FaultOrders } from './fault-program.ts';
import { MUTANTS } from './mutants.ts';

export const ioFaultsSuite: AbuseSuite = {
  name: 'io-faults',
  title: 'the disk fails or is full, and the store is locked or cannot be written to, at each write in turn',
  counts: [
    { name: 'operations', least: 20 },
    // As many come of the limits of SQLite alone, where there is no disk that fails.
    { name: 'faults', least: 50 },
    { name: 'recoveries', least: 50 },
    { name: 'reads meanwhile', least: 20 },
  ],
  breaches: ['crashes', 'half states', 'not recovered', 'wrong answers', 'acknowledged but lost'],
  mutants: MUTANTS,

  async run(run) {
    const { folder, size } = run;
    const library = compileFailingDisk(folder);
    run.tell('failing disk', library === null ? 'none: no C compiler here' : 'in the faults');
    if (library === null) return runFaultProcess(run, { size, folder, control: null }, process.env);
    const control = join(folder, 'control');
    createDiskControlFile(control);
    const watched = join(folder, 'store', 'tilldesk.sqlite');
    await runFaultProcess(run, { size, folder, control }, failingDiskEnvironment(library, control, watched));
  },
};

const SCRIPT = projectPath('test', 'abuse', 'io-faults', 'fault-program.ts');

/** Runs the process whose disk fails to its end. That it crashes before that is looked for as well. */
async function runFaultProcess(run: SuiteRun, orders: FaultOrders, env: NodeJS.ProcessEnv): Promise<void> {
  const child = fork(SCRIPT, [JSON.stringify(orders)], { env, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  let at = 'the start';
  let output = '';
  let error: string | null = null;
  let isDone = false;
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-2_000);
  });
  child.on('message', (message: FaultMessage) => {
    if (message.kind === 'at') at = message.sentence;
    else if (message.kind === 'broke') error = message.error;
    else if (message.kind === 'done') isDone = true;
    else if (message.kind === 'count') run.count(...message.given);
    else if (message.kind === 'breach') run.breach(...message.given);
    else if (message.kind === 'keepSecret') run.keepSecret(...message.given);
    else run.hear(...message.given);
  });
  const [code, signal] = await once(child, 'close');
  process.off('exit', end);
  if (isDone) return;
  const sentence = `${at}: ended with ${signal ?? code} ${output}`;
  if (error !== null) throw new Error(`${sentence}: ${error}`);
  run.breach('crashes', sentence);
}
