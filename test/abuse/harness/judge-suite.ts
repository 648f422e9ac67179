import { availableParallelism } from 'node:os';
import type { Mutant } from './mutant.ts';
import { isClean, type SuiteOutcome } from './outcome.ts';
import { sideBySide } from './side-by-side.ts';
import type { AbuseSuite, SuiteSize } from './suite.ts';
import { runSuiteProcess } from './suite-process.ts';

/** What is known of a suite after its runs. */
export interface SuiteVerdict {
  readonly suite: Pick<AbuseSuite, 'name' | 'title'>;
  /** Of the product as it is; null where only a mutant was asked for, or the suite could not be run. */
  readonly outcome: SuiteOutcome | null;
  readonly mutants: readonly { readonly name: string; readonly isCaught: boolean }[];
  /** Why runs of the suite came to nothing. */
  readonly failures: readonly string[];
  readonly tookMs: number;
}

export interface JudgeOptions {
  readonly size: SuiteSize;
  readonly seed: number;
  /** Runs the product as it is. */
  readonly runsClean: boolean;
  readonly mutants: readonly Mutant[];
  readonly note: (text: string) => void;
}

/** Runs the product as it is by itself, and then the mutants side by side: with a tenth where the run is full. */
export async function judgeSuite(suite: AbuseSuite, options: JudgeOptions): Promise<SuiteVerdict> {
  const { size, seed, runsClean, note } = options;
  const startedAt = performance.now();
  const failures: string[] = [];
  const attempt = async (ofSize: SuiteSize, mutant: Mutant | null): Promise<SuiteOutcome | null> => {
    try {
      return await runSuiteProcess({ suite: suite.name, size: ofSize, seed }, mutant);
    } catch (error) {
      failures.push(error instanceof Error ? error.message : String(error));
      return null;
    }
  };
  const outcome = runsClean ? await attempt(size, null) : null;
  const mutants: { name: string; isCaught: boolean }[] = [];
  await sideBySide(options.mutants, Math.max(1, availableParallelism() - 1), async (mutant) => {
    const found = await attempt(size === 'full' ? 'tenth' : size, mutant);
    const isCaught = found !== null && !isClean(found);
    note(`${suite.name}: ${mutant.name} ${isCaught ? 'caught' : 'NOT CAUGHT'}`);
    mutants.push({ name: mutant.name, isCaught });
  });
  return { suite, outcome, mutants, failures, tookMs: performance.now() - startedAt };
}

export function isPassed({ outcome, mutants, failures }: SuiteVerdict): boolean {
  return failures.length === 0 && (outcome === null || isClean(outcome)) && mutants.every(({ isCaught }) => isCaught);
}
