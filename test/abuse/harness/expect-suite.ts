import { describe, expect, it } from 'vitest';
import { isFullRun } from '../../support/test-size.ts';
import { catches } from './judge-suite.ts';
import { formatTrouble, isClean } from './outcome.ts';
import type { AbuseSuite } from './suite.ts';
import { runSuiteProcess } from './suite-process.ts';

const SEED = 1;

/** The facts of a suite in its short form: nothing is found and, in `npm run test:full`, every mistake that is planted is. */
export function expectSuite(suite: AbuseSuite): void {
  const { name, title, sabotages } = suite;
  describe(`the suite ${name}: ${title}`, () => {
    it('finds nothing', async () => {
      const outcome = await runSuiteProcess({ suite: name, size: 'short', seed: SEED, sabotage: null }, null);
      expect(isClean(outcome), formatTrouble(outcome).join('\n')).toBe(true);
    });

    const planted = isFullRun ? sabotages.filter(({ leftToAbuse }) => !leftToAbuse) : [];
    it.each(planted)('finds a product in which $flaw', async (sabotage) => {
      expect(await catches(suite, sabotage, { size: 'short', seed: SEED })).toBe(true);
    });
  });
}
