import { fork } from 'node:child_process';
import { once } from 'node:events';
import { projectPath } from '../../../scripts/launching/project-paths.mjs';
import type { SuiteOutcome } from './outcome.ts';
import type { SourceEdit } from './sabotage.ts';
import { suiteEnvironment } from './suite-environment.ts';
import type { SuiteAnswer, SuiteOrders } from './suite-orders.ts';

const SCRIPT = projectPath('test', 'abuse', 'run-suite.ts');

/** Runs a suite in a process of its own. Rejects where it could not be run, which no outcome may be mistaken for. */
export async function runSuiteProcess(orders: SuiteOrders, edit: SourceEdit | null): Promise<SuiteOutcome> {
  const child = fork(SCRIPT, [JSON.stringify(orders)], {
    env: suiteEnvironment(edit),
    execPath: process.execPath,
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  const keep = (text: string) => {
    output = (output + text).slice(-MOST_OUTPUT);
  };
  child.stdout?.setEncoding('utf8').on('data', keep);
  child.stderr?.setEncoding('utf8').on('data', keep);
  const end = () => child.kill();
  process.once('exit', end);
  const answers: SuiteAnswer[] = [];
  child.on('message', (message: SuiteAnswer) => answers.push(message));
  try {
    await once(child, 'close');
  } finally {
    process.off('exit', end);
  }
  return outcomeOf(orders, answers[0], output);
}

const MOST_OUTPUT = 4_000;

function outcomeOf({ suite }: SuiteOrders, answer: SuiteAnswer | undefined, output: string): SuiteOutcome {
  if (answer === undefined) throw new Error(`the suite ${suite} ended without an answer\n${output}`);
  if (answer.kind === 'broke') throw new Error(`the suite ${suite} broke: ${answer.error}\n${output}`);
  return answer.outcome;
}
