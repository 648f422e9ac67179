import { describe, expect, it } from 'vitest';
import { tallyPlaywright } from '../../../scripts/testing/playwright-report.ts';
import { runSteps } from '../../../scripts/testing/run-steps.ts';
import type { Step } from '../../../scripts/testing/step.ts';
import { judgeSuites } from '../../../scripts/testing/suite-run.ts';
import { NOTHING, ONE_FAILED, ONE_PASSED, type Tally } from '../../../scripts/testing/tally.ts';
import { tallySuite } from '../../../scripts/testing/vitest-report.ts';

const noTools = { run: async () => true };

async function summaryOf(steps: readonly Step[]) {
  let written = '';
  const isGood = await runSteps(steps, noTools, (text) => {
    written += text;
  });
  return { isGood, lastLine: written.trimEnd().split('\n').at(-1), written };
}

function step(title: string, ...tallies: Tally[]): Step {
  return { title, run: async () => tallies.map((tally) => ({ name: title, tally })) };
}

describe('the summary of a run', () => {
  it('adds up all steps in its last line', async () => {
    const suites = step(
      'suites',
      { passed: 40, failed: 0, skipped: 2 },
      { passed: 7, failed: 0, skipped: 0 },
    );
    const summary = await summaryOf([step('lint', ONE_PASSED), suites]);
    expect(summary.lastLine).toBe('48 passed, 0 failed, 2 skipped');
    expect(summary.isGood).toBe(true);
  });

  it('leaves out what was not skipped', async () => {
    expect((await summaryOf([step('lint', ONE_PASSED)])).lastLine).toBe('1 passed, 0 failed');
  });

  it('goes on after a failure and is not good', async () => {
    const summary = await summaryOf([step('lint', ONE_FAILED), step('types', ONE_PASSED)]);
    expect(summary.lastLine).toBe('1 passed, 1 failed');
    expect(summary.isGood).toBe(false);
  });

  it('counts a step that throws as failed and says why', async () => {
    const broken: Step = { title: 'browser', run: () => Promise.reject(new Error('Install a browser.')) };
    const summary = await summaryOf([broken]);
    expect(summary.lastLine).toBe('0 passed, 1 failed');
    expect(summary.written).toContain('Install a browser.');
  });
});

describe('the judgement of suites', () => {
  it('fails a suite in which nothing ran', () => {
    const [empty] = judgeSuites([{ name: 'store', tally: { ...NOTHING, skipped: 3 } }], true);
    expect(empty?.tally).toEqual({ passed: 0, failed: 1, skipped: 3 });
  });

  it('adds the failure of a run that ended badly although its tests passed', () => {
    const judged = judgeSuites([{ name: 'store', tally: ONE_PASSED }], false);
    expect(judged.map(({ tally }) => tally.failed)).toEqual([0, 1]);
  });

  it('does not count a failure twice', () => {
    const judged = judgeSuites([{ name: 'store', tally: ONE_FAILED }], false);
    expect(judged.map(({ tally }) => tally)).toEqual([ONE_FAILED]);
  });
});

describe('the report of Vitest', () => {
  const report = {
    testResults: [
      {
        name: '/project/test/unit/money.test.ts',
        status: 'failed',
        assertionResults: [
          { status: 'passed' },
          { status: 'failed' },
          { status: 'skipped' },
          { status: 'todo' },
        ],
      },
      { name: '/project/test/unit/broken.test.ts', status: 'failed', assertionResults: [] },
      { name: '/project/test/store/x.test.ts', status: 'passed', assertionResults: [{ status: 'passed' }] },
    ],
  };

  it('is counted by suite, a file that could not be loaded as one failure', () => {
    expect(tallySuite(report, 'unit')).toEqual({ passed: 1, failed: 2, skipped: 2 });
    expect(tallySuite(report, 'store')).toEqual(ONE_PASSED);
    expect(tallySuite(report, 'service')).toEqual(NOTHING);
  });
});

describe('the report of Playwright', () => {
  it('counts what passed only at a second try, and what failed outside of a test, as failed', () => {
    const stats = { expected: 5, unexpected: 1, flaky: 2, skipped: 1 };
    expect(tallyPlaywright({ stats, errors: [{}] })).toEqual({ passed: 5, failed: 4, skipped: 1 });
  });
});
