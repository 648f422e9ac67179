import { readFileSync, writeFileSync } from 'node:fs';
import { projectPath } from '../../scripts/launching/project-paths.mjs';
import { describeMachine } from '../support/describe-machine.ts';
import { ABUSE_HELP, type AbuseOptions, readAbuseOptions } from './abuse-options.ts';
import { isPassed, judgeSuite, type SuiteVerdict } from './harness/judge-suite.ts';
import { formatTrouble } from './harness/outcome.ts';
import { formatVerdict, withRow } from './harness/results-table.ts';
import type { Sabotage } from './harness/sabotage.ts';
import type { AbuseSuite } from './harness/suite.ts';
import { SUITE_NAMES, suiteNamed } from './suites.ts';

const README = projectPath('test', 'security', 'README.md');

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Shows what is going on without becoming part of what is piped on. */
function note(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** Answers the exit status. */
async function abuse(): Promise<number> {
  const options = readAbuseOptions(process.argv.slice(2), SUITE_NAMES);
  if (options.showsHelp) {
    say(`${ABUSE_HELP}\n\n${(await Promise.all(SUITE_NAMES.map(describeSuite))).join('\n')}`);
    return 0;
  }
  const names = options.suites.length === 0 ? SUITE_NAMES : options.suites;
  const verdicts: SuiteVerdict[] = [];
  for (const name of names) {
    const verdict = await judge(await suiteNamed(name), options);
    verdicts.push(verdict);
    if (isWholeRun(options)) writeRow(verdict);
  }
  return verdicts.every(isPassed) ? 0 : 1;
}

/** At once: the other suites take their time. */
function writeRow(verdict: SuiteVerdict): void {
  const run = { verdict, at: new Date(), machine: describeMachine() };
  writeFileSync(README, withRow(readFileSync(README, 'utf8'), SUITE_NAMES, run));
}

async function describeSuite(name: string): Promise<string> {
  const { title, sabotages } = await suiteNamed(name);
  return `${name}: ${title}\n  ${sabotages.map((sabotage) => sabotage.name).join(', ')}`;
}

async function judge(suite: AbuseSuite, options: AbuseOptions): Promise<SuiteVerdict> {
  const { size, seed, sabotage } = options;
  const verdict = await judgeSuite(suite, {
    ...{ size, seed, note },
    runsClean: sabotage === null,
    sabotages: sabotagesOf(suite, options),
  });
  say(formatVerdict(verdict));
  const trouble = verdict.outcome === null ? [] : formatTrouble(verdict.outcome);
  for (const line of [...trouble, ...verdict.failures]) say(`  ${line}`);
  return verdict;
}

function sabotagesOf({ name, sabotages }: AbuseSuite, options: AbuseOptions): readonly Sabotage[] {
  if (!options.sabotages) return [];
  if (options.sabotage === null) return sabotages;
  const wanted = sabotages.filter((sabotage) => sabotage.name === options.sabotage);
  if (wanted.length === 0) throw new Error(`The suite ${name} has no sabotage ${options.sabotage}.`);
  return wanted;
}

/** Whether what came of a suite is all that it can tell. */
function isWholeRun({ size, sabotages, sabotage }: AbuseOptions): boolean {
  return size === 'full' && sabotages && sabotage === null;
}

// What was started is ended on the way out, which a signal alone would not do; programs end with this one.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));
try {
  process.exitCode = await abuse();
} catch (error) {
  note(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
