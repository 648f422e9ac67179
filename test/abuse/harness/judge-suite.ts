import { availableParallelism } from 'node:os';
import { isClean, type SuiteOutcome } from './outcome.ts';
import type { Sabotage } from './sabotage.ts';
import type { AbuseSuite, SuiteSize } from './suite.ts';
import { runSuiteProcess } from './suite-process.ts';

/** What is known of a suite after its runs. */
export interface SuiteVerdict {
  readonly suite: Pick<AbuseSuite, 'name' | 'title'>;
  /** Of the product as it is; null where only a sabotage was asked for, or the suite could not be run. */
  readonly outcome: SuiteOutcome | null;
  readonly sabotages: readonly SabotageVerdict[];
  /** Why runs of the suite came to nothing. */
  readonly failures: readonly string[];
  readonly tookMs: number;
}

export interface SabotageVerdict {
  readonly name: string;
  readonly isCaught: boolean;
}

export interface JudgeOptions {
  readonly size: SuiteSize;
  readonly seed: number;
  /** Runs the product as it is. */
  readonly runsClean: boolean;
  readonly sabotages: readonly Sabotage[];
  readonly note: (text: string) => void;
}

/** A full run looks for sabotages with a tenth, a smaller one with as little as it does itself. */
const SIZE_OF_SABOTAGED: Readonly<Record<SuiteSize, SuiteSize>> = {
  full: 'tenth',
  tenth: 'tenth',
  short: 'short',
};

/** Runs the product as it is by itself, and then the sabotaged ones side by side. */
export async function judgeSuite(suite: AbuseSuite, options: JudgeOptions): Promise<SuiteVerdict> {
  const { size, seed, runsClean, note } = options;
  const startedAt = performance.now();
  const failures: string[] = [];
  const attempt = async (run: Promise<SuiteOutcome>): Promise<SuiteOutcome | null> => {
    try {
      return await run;
    } catch (error) {
      failures.push(error instanceof Error ? error.message : String(error));
      return null;
    }
  };
  const outcome = runsClean
    ? await attempt(runSuiteProcess({ suite: suite.name, size, seed, sabotage: null }, null))
    : null;
  const sabotages = await sideBySide(options.sabotages, async (sabotage) => {
    const found = await attempt(runSabotaged(suite, sabotage, { size: SIZE_OF_SABOTAGED[size], seed }));
    const isCaught = found !== null && !isClean(found);
    note(`${suite.name}: ${sabotage.name} ${isCaught ? 'caught' : 'NOT CAUGHT'}`);
    return { name: sabotage.name, isCaught };
  });
  return { suite, outcome, sabotages, failures, tookMs: performance.now() - startedAt };
}

/** Whether the suite turns red with the mistake in the product. Rejects where the suite could not be run at all. */
export async function catches(
  suite: Pick<AbuseSuite, 'name'>,
  sabotage: Sabotage,
  run: SabotagedRun,
): Promise<boolean> {
  return !isClean(await runSabotaged(suite, sabotage, run));
}

interface SabotagedRun {
  readonly size: SuiteSize;
  readonly seed: number;
}

function runSabotaged(
  { name }: Pick<AbuseSuite, 'name'>,
  sabotage: Sabotage,
  run: SabotagedRun,
): Promise<SuiteOutcome> {
  return runSuiteProcess({ ...run, suite: name, sabotage: sabotage.name }, sabotage.edit);
}

export function isPassed({ outcome, sabotages, failures }: SuiteVerdict): boolean {
  return failures.length === 0 && (outcome === null || isClean(outcome)) && sabotages.every(({ isCaught }) => isCaught);
}

async function sideBySide<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  const waiting = [...items.entries()];
  const takeTurns = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      results[next[0]] = await work(next[1]);
    }
  };
  const lanes = Math.max(1, availableParallelism() - 1);
  await Promise.all(Array.from({ length: lanes }, takeTurns));
  return results;
}
