import { addTallies, ONE_FAILED, ONE_PASSED, ONE_SKIPPED, type Tally } from './tally.ts';

/** The part we read of what Vitest's reporter `json` writes. */
export interface VitestReport {
  readonly testResults: readonly TestFile[];
}

interface TestFile {
  /** Absolute path, with forward slashes. */
  readonly name: string;
  readonly status: string;
  readonly assertionResults: readonly { readonly status: string }[];
}

/** Counts the tests of `test/<suite>/`. */
export function tallySuite({ testResults }: VitestReport, suite: string): Tally {
  return tallyRun({ testResults: testResults.filter(({ name }) => name.includes(`/test/${suite}/`)) });
}

/** Counts all tests of a run. */
export function tallyRun({ testResults }: VitestReport): Tally {
  return addTallies(testResults.map(tallyFile));
}

/** A file that could not even be loaded has no tests and has failed. */
function tallyFile({ status, assertionResults }: TestFile): Tally {
  const tests = addTallies(assertionResults.map((test) => tallyOf(test.status)));
  return status === 'failed' && tests.failed === 0 ? addTallies([tests, ONE_FAILED]) : tests;
}

function tallyOf(status: string): Tally {
  if (status === 'passed') return ONE_PASSED;
  return status === 'failed' ? ONE_FAILED : ONE_SKIPPED;
}
