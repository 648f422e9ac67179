import { describe, expect, it } from 'vitest';
import { isFullRun } from '../../support/test-size.ts';
import { formatProblems, isClean } from './outcome.ts';
import type { AbuseSuite } from './suite.ts';
import { runSuiteProcess } from './suite-process.ts';

/** The facts of a suite in its short form: nothing is found and, in `npm run test:full`, every mutant is. */
export function expectSuite({ name, title, mutants }: AbuseSuite): void {
  const run = { suite: name, size: 'short', seed: 1 } as const;
  describe(`the suite ${name}: ${title}`, () => {
    it('finds nothing', async () => {
      const outcome = await runSuiteProcess(run, null);
      expect(isClean(outcome), formatProblems(outcome).join('\n')).toBe(true);
    });

    const planted = isFullRun ? mutants.filter(({ leftToAbuse }) => !leftToAbuse) : [];
    it.each(planted)('finds a product in which $flaw', async (mutant) => {
      expect(isClean(await runSuiteProcess(run, mutant))).toBe(false);
    });
  });
}
