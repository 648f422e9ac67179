/** A folder below test/ with tests that Vitest runs. A suite in which no test runs is a failure. */
interface Suite {
  readonly name: string;
  readonly environment: 'node' | 'jsdom';
  /** Of one test, in milliseconds: for what never ends, also where the computer has other work. */
  readonly timeoutMs: number;
  /** Part of `npm run check`, which takes about a minute. */
  readonly isCheck?: boolean;
  /** Attacks, starts or drives the built program. */
  readonly needsBuild?: boolean;
}

export const SUITES: readonly Suite[] = [
  { name: 'architecture', environment: 'node', timeoutMs: 30_000, isCheck: true },
  { name: 'unit', environment: 'node', timeoutMs: 30_000, isCheck: true },
  { name: 'store', environment: 'node', timeoutMs: 60_000 },
  { name: 'service', environment: 'node', timeoutMs: 60_000, needsBuild: true },
  { name: 'exactness', environment: 'node', timeoutMs: 240_000 },
  { name: 'security', environment: 'node', timeoutMs: 300_000 },
  { name: 'abuse', environment: 'node', timeoutMs: 120_000, needsBuild: true },
  { name: 'conformance', environment: 'node', timeoutMs: 60_000 },
  { name: 'spec-deployment', environment: 'node', timeoutMs: 60_000 },
  { name: 'client', environment: 'node', timeoutMs: 120_000 },
  { name: 'renderer', environment: 'jsdom', timeoutMs: 90_000 },
];

/** The folder below test/ with what runs on PostgreSQL, where that is installed. */
export const POSTGRES_SUITE = 'postgres';

/** The folder below test/ with the browser tests, which Playwright runs. */
export const BROWSER_SUITE = 'e2e';
