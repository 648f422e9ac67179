/**
 * Compares the names of all tests at two commits, wherever they lie: `node scripts/testing/compare-test-names.ts BEFORE
 * [AFTER]`. Prints what is gone (-) and what is new (+); ends with 1 where something is gone.
 */
import { execFileSync } from 'node:child_process';
import { parseSync, Visitor } from 'vite';

const DECLARES_TEST = /^(it|test|describe)(\.(only|skip|concurrent|describe))*(\.(each|skipIf|runIf)\b.*[)`])?$/s;

const [before = 'HEAD', after = 'HEAD'] = process.argv.slice(2);
const names = { before: testNames(before), after: testNames(after) };
const gone = missingIn(names.after, names.before);
const added = missingIn(names.before, names.after);
const summary = `${names.before.length} before, ${names.after.length} after, ${gone.length} gone, ${added.length} new`;
process.stdout.write([...gone.map((name) => `- ${name}`), ...added.map((name) => `+ ${name}`), summary, ''].join('\n'));
process.exitCode = gone.length > 0 ? 1 : 0;

/** The first argument of each `it`, `test` and `describe`, also of `it.each(…)(…)`, as the source writes it. */
function testNames(commit: string): string[] {
  return git('ls-tree', '-r', '--name-only', commit, 'test')
    .split('\n')
    .filter((path) => /\.(test|spec)\.tsx?$/.test(path))
    .flatMap((path) => {
      const text = git('show', `${commit}:${path}`);
      const found: string[] = [];
      new Visitor({
        CallExpression({ callee, arguments: [name] }) {
          const called = text.slice(callee.start, callee.end);
          if (name !== undefined && DECLARES_TEST.test(called)) found.push(text.slice(name.start, name.end));
        },
      }).visit(parseSync(path, text).program);
      return found;
    });
}

function missingIn(names: readonly string[], wanted: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return wanted.filter((name) => {
    const count = counts.get(name) ?? 0;
    counts.set(name, count - 1);
    return count <= 0;
  });
}

function git(...args: string[]): string {
  return execFileSync('git', args, { encoding: 'utf8', maxBuffer: 2 ** 28 });
}
