import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { projectPath } from '../../../scripts/launching/project-paths.mjs';
import { compileFailingDisk } from '../failing-disk/compile-failing-disk.ts';
import { createDiskControlFile, failingDiskEnvironment } from '../failing-disk/disk-control.ts';
import type { AbuseSuite, SuiteRun } from '../harness/suite.ts';
import type { FaultMessage, FaultOrders } from './fault-messages.ts';
import { SABOTAGES } from './io-faults-sabotages.ts';

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
  sabotages: SABOTAGES,

  async run(run) {
    const { folder, size } = run;
    const library = compileFailingDisk(folder);
    const control = library === null ? null : join(folder, 'control');
    if (control !== null) createDiskControlFile(control);
    const watched = join(folder, 'store', 'tilldesk.sqlite');
    const env = library === null || control === null ? process.env : failingDiskEnvironment(library, control, watched);
    run.tell('failing disk', library === null ? 'none: no C compiler here' : 'in the faults');
    await runFaultProcess(run, { size, folder, control }, env);
  },
};

const SCRIPT = projectPath('test', 'abuse', 'io-faults', 'fault-program.ts');

/** Runs the process whose disk fails to its end. That it ended by itself before is what is looked for as well. */
async function runFaultProcess(run: SuiteRun, orders: FaultOrders, env: NodeJS.ProcessEnv): Promise<void> {
  const child = fork(SCRIPT, [JSON.stringify(orders)], { env, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  let at = 'the start';
  let ending: Extract<FaultMessage, { kind: 'done' | 'broke' }> | null = null;
  let output = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-2_000);
  });
  child.on('message', (message: FaultMessage) => {
    if (message.kind === 'told') tell(run, message);
    else if (message.kind === 'at') at = message.sentence;
    else ending = message;
  });
  const [code, signal] = await once(child, 'close');
  process.off('exit', end);
  judgeEnd(run, ending, `${at}: ended with ${signal ?? code} ${output}`);
}

function judgeEnd(
  run: SuiteRun,
  ending: Extract<FaultMessage, { kind: 'done' | 'broke' }> | null,
  sentence: string,
): void {
  if (ending === null) run.breach('crashes', sentence);
  else if (ending.kind === 'broke') throw new Error(`${sentence}: ${ending.error}`);
}

function tell(run: SuiteRun, message: Extract<FaultMessage, { kind: 'told' }>): void {
  if (message.name === 'count') run.count(...message.given);
  else if (message.name === 'breach') run.breach(...message.given);
  else if (message.name === 'keepSecret') run.keepSecret(...message.given);
  else run.hear(...message.given);
}
