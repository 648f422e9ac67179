/** Counts of tests. A check such as the linter counts as one test. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** A line of the summary. */
export interface Result extends Tally {
  readonly name: string;
}

/** Of a test file, or of a check. */
export interface FileResult extends Tally {
  /** From the root of the project. */
  readonly path: string;
  readonly durationMs: number;
}

/** What our reporter (`reporter.ts`) leaves of a run of Vitest or Playwright. */
export interface RunReport {
  readonly files: readonly FileResult[];
  /** What went wrong outside of any test. */
  readonly errors: number;
}

/** The folders, from the root of the project, whose tests are counted together under a name. */
export type Suites = Readonly<Record<string, string>>;

export const ONE_PASSED: Tally = { passed: 1, failed: 0, skipped: 0 };
export const ONE_FAILED: Tally = { passed: 0, failed: 1, skipped: 0 };

export function addTallies(tallies: readonly Tally[]): Tally {
  const sum = (read: (tally: Tally) => number) => tallies.reduce((total, tally) => total + read(tally), 0);
  return {
    passed: sum(({ passed }) => passed),
    failed: sum(({ failed }) => failed),
    skipped: sum(({ skipped }) => skipped),
  };
}

export function describeTally({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

interface EndedRun {
  readonly suites: Suites;
  /** Null where the run left none. */
  readonly report: RunReport | null;
  readonly hasEndedWell: boolean;
  /** Whether options chose some tests of the suites, or something else than to run them. */
  readonly isFiltered: boolean;
}

/**
 * The results of the suites of a run. Adds the failures that no test reports: a suite in which nothing ran, errors outside
 * of the tests, and a run that left no report or ended badly although all of its tests passed.
 */
export function judgeRun({ suites, report, hasEndedWell, isFiltered }: EndedRun): readonly Result[] {
  if (isFiltered && report === null && hasEndedWell) return [];
  const files = report?.files ?? [];
  const counted = Object.entries(suites).map(([name, folder]): Result => {
    return { name, ...addTallies(files.filter(({ path }) => path.startsWith(folder))) };
  });
  const ran = counted.filter(({ passed, failed }) => passed + failed > 0);
  const idle = counted.filter((result) => !ran.includes(result));
  const results = [
    ...ran,
    ...(isFiltered && ran.length > 0
      ? []
      : idle.map((result) => ({ ...result, name: `${result.name} (no test ran)`, failed: 1 }))),
  ];
  const errors = report?.errors ?? 0;
  if (errors > 0) return [...results, { name: 'errors outside of tests', passed: 0, failed: errors, skipped: 0 }];
  const isExplained = hasEndedWell || results.some(({ failed }) => failed > 0);
  return isExplained ? results : [...results, { name: 'end of the run', ...ONE_FAILED }];
}

/** A table of the files that took longest. */
export function describeSlowest(files: readonly FileResult[], most: number): string {
  const slowest = files.toSorted((one, other) => other.durationMs - one.durationMs).slice(0, most);
  const lines = slowest.map(({ path, durationMs, passed, failed }) => {
    const seconds = (durationMs / 1_000).toFixed(1).padStart(7);
    return `${seconds} s ${String(passed + failed).padStart(6)}  ${path}`;
  });
  return ['   time    tests  file', ...lines].join('\n');
}

/** A duration for people: `40 s`, `3 min`. */
export function describeSeconds(seconds: number): string {
  return seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.round(seconds / 60)} min`;
}
