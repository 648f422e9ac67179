import { readFileSync, writeFileSync } from 'node:fs';
import { projectPath } from '../../scripts/launching/project-paths.mjs';
import { describeMachine } from '../support/describe-machine.ts';
import { ABUSE_HELP, type AbuseOptions, readAbuseOptions } from './abuse-options.ts';
import { isPassed, judgeSuite } from './harness/judge-suite.ts';
import type { Mutant } from './harness/mutant.ts';
import { formatProblems } from './harness/outcome.ts';
import { formatVerdict, withRow } from './harness/results-table.ts';
import type { AbuseSuite } from './harness/suite.ts';
import { SUITE_NAMES, suiteNamed } from './suites.ts';

const README = projectPath('test', 'security', 'README.md');

/** Shows progress without becoming part of what is piped on. */
function note(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** Returns the exit status. */
async function abuse(): Promise<number> {
  const options = readAbuseOptions(process.argv.slice(2), SUITE_NAMES);
  if (options.showsHelp) {
    const suites = await Promise.all(SUITE_NAMES.map(suiteNamed));
    const lines = suites.map(({ name, title, mutants }) => {
      return `${name}: ${title}\n  ${mutants.map((mutant) => mutant.name).join(', ')}`;
    });
    print(`${ABUSE_HELP}\n\n${lines.join('\n')}`);
    return 0;
  }
  const { size, seed, mutant } = options;
  const isWholeRun = size === 'full' && options.mutants && mutant === null;
  let isAllPassed = true;
  for (const name of options.suites.length === 0 ? SUITE_NAMES : options.suites) {
    const suite = await suiteNamed(name);
    const mutants = mutantsOf(suite, options);
    const verdict = await judgeSuite(suite, { size, seed, note, mutants, runsClean: mutant === null });
    print(formatVerdict(verdict));
    const problems = verdict.outcome === null ? [] : formatProblems(verdict.outcome);
    for (const line of [...problems, ...verdict.failures]) print(`  ${line}`);
    isAllPassed &&= isPassed(verdict);
    if (!isWholeRun) continue;
    // At once: the other suites take their time.
    const run = { verdict, at: new Date(), machine: describeMachine() };
    writeFileSync(README, withRow(readFileSync(README, 'utf8'), SUITE_NAMES, run));
  }
  return isAllPassed ? 0 : 1;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function mutantsOf({ name, mutants }: AbuseSuite, options: AbuseOptions): readonly Mutant[] {
  if (!options.mutants) return [];
  if (options.mutant === null) return mutants;
  const wanted = mutants.filter((mutant) => mutant.name === options.mutant);
  if (wanted.length === 0) throw new Error(`The suite ${name} has no mutant ${options.mutant}.`);
  return wanted;
}

// What was started is ended on the way out, which a signal alone would not do; programs end with this one.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));
try {
  process.exitCode = await abuse();
} catch (error) {
  note(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
