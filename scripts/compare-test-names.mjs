// Compares the names of all tests at two commits: node scripts/compare-test-names.mjs BEFORE [AFTER]
// Prints what is gone (-) and what is new (+), and ends with 1 where something is gone. Files and folders do not count.
import { execFileSync } from 'node:child_process';
import ts from 'typescript';

const [before, after = 'HEAD'] = process.argv.slice(2);
const names = { before: testNames(before), after: testNames(after) };
const gone = difference(names.before, names.after);
const added = difference(names.after, names.before);
for (const name of gone) console.log(`- ${name}`);
for (const name of added) console.log(`+ ${name}`);
console.log(
  `${names.before.length} before, ${names.after.length} after, ${gone.length} gone, ${added.length} new`,
);
process.exitCode = gone.length > 0 ? 1 : 0;

/** The first argument of each `it`, `test` and `describe`, also of `it.each(…)`, as the source writes it. */
function testNames(commit) {
  const files = git('ls-tree', '-r', '--name-only', commit, 'test')
    .split('\n')
    .filter((file) => /\.(test|spec)\.tsx?$/.test(file));
  return files.flatMap((file) => {
    const source = ts.createSourceFile(file, git('show', `${commit}:${file}`), ts.ScriptTarget.Latest, true);
    const found = [];
    const visit = (node) => {
      if (ts.isCallExpression(node) && declaresTest(node.expression))
        found.push(node.arguments[0]?.getText() ?? '');
      ts.forEachChild(node, visit);
    };
    visit(source);
    return found;
  });
}

function declaresTest(callee) {
  if (ts.isIdentifier(callee)) return ['it', 'test', 'describe'].includes(callee.text);
  if (ts.isPropertyAccessExpression(callee)) {
    return (
      ['only', 'skip', 'concurrent', 'skipIf', 'runIf', 'describe'].includes(callee.name.text) &&
      declaresTest(callee.expression)
    );
  }
  // it.each(rows)(name, …), it.skipIf(reason)(name, …)
  return (
    ts.isCallExpression(callee) &&
    ts.isPropertyAccessExpression(callee.expression) &&
    declaresTest(callee.expression.expression)
  );
}

function difference(left, right) {
  const counts = new Map();
  for (const name of right) counts.set(name, (counts.get(name) ?? 0) + 1);
  return left.filter((name) => {
    const count = counts.get(name) ?? 0;
    counts.set(name, count - 1);
    return count <= 0;
  });
}

function git(...args) {
  return execFileSync('git', args, { encoding: 'utf8', maxBuffer: 2 ** 28 });
}
