import { fork } from 'node:child_process';
import { once } from 'node:events';
import { projectPath } from '../../../scripts/launching/project-paths.mjs';
import type { SuiteRun } from '../harness/suite.ts';
import type { FaultMessage, FaultOrders } from './fault-messages.ts';

const SCRIPT = projectPath('test', 'abuse', 'io-faults', 'fault-program.ts');

/** Runs the process whose disk fails to its end. That it ended by itself before is what is looked for as well. */
export async function runFaultProcess(
  run: SuiteRun,
  orders: FaultOrders,
  env: NodeJS.ProcessEnv,
): Promise<void> {
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
