import { existsSync, globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { importsOf, projectPaths, readSource } from '../architecture/sources.ts';
import { ON_POSTGRES_IN_QUICK_RUN, RUN_ON_POSTGRES } from './run-on-postgres.ts';
import { SQLITE_ONLY } from './sqlite-only.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Run the program as a whole, or take long: what they show does not depend on the database. */
const OTHER_SUITES = /^test\/(abuse|architecture|bench|client|e2e|exactness|renderer|security|visual)\//;
const STORE = 'test/support/open-test-store.ts';

/** Whether a file imports the stores of tests, at once or through other files of the tests. */
function reachesStore(path: string, seen = new Set<string>()): boolean {
  if (path === STORE) return true;
  if (seen.has(path) || !path.startsWith('test/')) return false;
  seen.add(path);
  return importsOf(readSource(path)).some((it) => it.kind === 'file' && reachesStore(it.path, seen));
}

describe('the test files that run on PostgreSQL', () => {
  it('are all files that open a test store', () => {
    const known = new Set([...globSync([...RUN_ON_POSTGRES], { cwd: ROOT }), ...Object.keys(SQLITE_ONLY)]);
    const tests = projectPaths().filter((path) => path.endsWith('.test.ts') && !OTHER_SUITES.test(path));
    expect(tests.filter((path) => !known.has(path) && reachesStore(path))).toEqual([]);
  });

  it('include those that npm test lists', () => {
    const files = globSync([...RUN_ON_POSTGRES], { cwd: ROOT, exclude: Object.keys(SQLITE_ONLY) });
    expect(ON_POSTGRES_IN_QUICK_RUN.filter((path) => !files.includes(path))).toEqual([]);
  });

  it('are all files of their folders except the listed exceptions, which exist', () => {
    for (const [path, reason] of Object.entries(SQLITE_ONLY)) {
      expect(existsSync(`${ROOT}${path}`), path).toBe(true);
      expect(reason.length, path).toBeGreaterThan(20);
    }
  });
});
