import { fork } from 'node:child_process';
import { once } from 'node:events';
import { projectPath } from '../../../scripts/launching/project-paths.mjs';
import type { Mutant } from './mutant.ts';
import type { SuiteOutcome } from './outcome.ts';
import type { SuiteSize } from './suite.ts';
import { suiteEnvironment } from './suite-environment.ts';

interface RunOfSuite {
  readonly suite: string;
  readonly size: SuiteSize;
  readonly seed: number;
}

/** What the process of a suite is given, as JSON in its only argument. */
export interface SuiteOrders extends RunOfSuite {
  readonly mutant: string | null;
}

/** What it answers. */
export type SuiteAnswer =
  | { readonly kind: 'ran'; readonly outcome: SuiteOutcome }
  /** The suite itself could not be run. */
  | { readonly kind: 'broke'; readonly error: string };

const SCRIPT = projectPath('test', 'abuse', 'run-suite.ts');

const MOST_OUTPUT = 4_000;

/** Runs a suite in a process of its own. Rejects where it could not be run, which no outcome may be mistaken for. */
export async function runSuiteProcess(run: RunOfSuite, mutant: Mutant | null): Promise<SuiteOutcome> {
  const orders: SuiteOrders = { ...run, mutant: mutant?.name ?? null };
  const child = fork(SCRIPT, [JSON.stringify(orders)], {
    env: suiteEnvironment(mutant?.edit ?? null),
    execPath: process.execPath,
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-MOST_OUTPUT);
    });
  }
  const end = () => child.kill();
  process.once('exit', end);
  const answers: SuiteAnswer[] = [];
  child.on('message', (message: SuiteAnswer) => answers.push(message));
  try {
    await once(child, 'close');
  } finally {
    process.off('exit', end);
  }
  const [answer] = answers;
  if (answer === undefined) throw new Error(`the suite ${run.suite} ended without an answer\n${output}`);
  if (answer.kind === 'broke') throw new Error(`the suite ${run.suite} broke: ${answer.error}\n${output}`);
  return answer.outcome;
}
