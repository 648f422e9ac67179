/** A folder below test/ with tests that Vitest runs. A suite in which no test runs is a failure. */
interface Suite {
  readonly name: string;
  readonly environment: 'node' | 'jsdom';
  /** Of one test, in milliseconds. */
  readonly timeoutMs: number;
  /** True: part of `npm run check`, which must end within a minute. */
  readonly isQuick: boolean;
}

export const SUITES: readonly Suite[] = [
  { name: 'architecture', environment: 'node', timeoutMs: 10_000, isQuick: true },
  { name: 'unit', environment: 'node', timeoutMs: 5_000, isQuick: true },
  { name: 'store', environment: 'node', timeoutMs: 60_000, isQuick: false },
  { name: 'service', environment: 'node', timeoutMs: 20_000, isQuick: false },
  { name: 'exactness', environment: 'node', timeoutMs: 240_000, isQuick: false },
  { name: 'security', environment: 'node', timeoutMs: 300_000, isQuick: false },
  // Each attack in its short form, once for the product and once for each mistake that is planted.
  { name: 'abuse', environment: 'node', timeoutMs: 120_000, isQuick: false },
  { name: 'conformance', environment: 'node', timeoutMs: 60_000, isQuick: false },
  // Installs a package folder of its own the first time.
  { name: 'client', environment: 'node', timeoutMs: 120_000, isQuick: false },
  { name: 'renderer', environment: 'jsdom', timeoutMs: 20_000, isQuick: false },
];

/** The folder below test/ with what runs on PostgreSQL, where that is installed. */
export const POSTGRES_SUITE = 'postgres';

/** The folder below test/ with the browser tests, which Playwright runs. */
export const BROWSER_SUITE = 'e2e';
