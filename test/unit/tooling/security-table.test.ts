import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { projectPath } from '../../../scripts/launching/project-paths.mjs';
import { SUITE_NAMES } from '../../abuse/suites.ts';

const TEXT = readFileSync(projectPath('docs', 'security-evidence.md'), 'utf8');

const exists = (path: string) => existsSync(projectPath(...path.split('/')));

const ROW_OF_NINE = TEXT.split('\n').find((line) => line.startsWith('| 9 |')) ?? '';

describe('the table of docs/security-evidence.md', () => {
  it('names each item once, with places and proofs that are there', () => {
    expect(problemsOfTable(TEXT, exists)).toEqual([]);
  });

  it.each<[string, (row: string) => string]>([
    ['an item is missing', () => ''],
    ['an item is there twice', (row) => `${row}\n${row}`],
    ['an item has another number', (row) => row.replace('| 9 |', '| 89 |')],
    ['there is one too many', (row) => `${row}\n| 89 | x | \`package.json\` | \`shell\` | yes |`],
    ['a place is not there', (row) => row.replace('locks.ts', 'nothing.ts')],
    ['a test is not there', (row) => row.replace('no-network.full.spec.ts', 'no-nothing.full.spec.ts')],
    ['a suite is not there', (row) => row.replace('`shell`', '`shells`')],
    ['what proves it is no test', (row) => row.replace('`shell`', '`package.json`')],
    ['nothing proves it', (row) => row.replace(/\| suite [^|]*\|/, '| a look at it |')],
    ['it lies nowhere', (row) => row.replace(/\| `electron[^|]*\|/, '| everywhere |')],
    ['it says nothing', (row) => row.replace(/^\| 9 \|[^|]*\|/, '| 9 | |')],
    ['it was seen in another way', (row) => row.replace(/\| partly[^|]*\|$/, '| surely |')],
    ['a cell is missing', (row) => row.replace(/\| partly[^|]*\|$/, '|')],
  ])('is seen to be wrong where %s', (_, spoil) => {
    const spoilt = TEXT.replace(ROW_OF_NINE, () => spoil(ROW_OF_NINE));
    expect(spoilt).not.toBe(TEXT);
    expect(problemsOfTable(spoilt, exists)).not.toEqual([]);
  });
});

const ITEMS = 93;

const COLUMNS = 5;

const SEEN = /^(yes|\[WIN\]|\[ELECTRON\]|partly: .+)$/;

/** What is wrong with the table of docs/security-evidence.md: a sentence each. `exists` is asked for paths from the project's folder. */
function problemsOfTable(text: string, exists: (path: string) => boolean): readonly string[] {
  const rows = rowsOf(text);
  const numbers = rows.map(([number]) => Number(number));
  const wrong = Array.from({ length: Math.max(ITEMS, rows.length) }, (_, at) => at + 1).filter(
    (item) => item > ITEMS || numbers[item - 1] !== item,
  );
  return [
    ...(wrong.length === 0 ? [] : [`the items are not 1 to ${ITEMS}, each once and in order: see ${wrong[0]}`]),
    ...rows.flatMap((row) => problemsOfRow(row, exists)),
  ];
}

/** Those whose first cell is a number; the sign for "or" in a cell is written with a backslash. */
function rowsOf(text: string): readonly (readonly string[])[] {
  return text
    .split('\n')
    .filter((line) => /^\|\s*\d+\s*\|/.test(line))
    .map((line) => line.split(/(?<!\\)\|/).slice(1, -1))
    .map((cells) => cells.map((cell) => cell.trim()));
}

function problemsOfRow(row: readonly string[], exists: (path: string) => boolean): readonly string[] {
  const [number, holds = '', where = '', proof = '', seen = ''] = row;
  const places = marked(where);
  const proofs = marked(proof);
  return [
    ...(row.length === COLUMNS ? [] : [`item ${number} has ${row.length} cells`]),
    ...(holds === '' ? [`item ${number} says nothing`] : []),
    ...(places.length === 0 ? [`item ${number} lies nowhere`] : []),
    ...(proofs.length === 0 ? [`nothing proves item ${number}`] : []),
    ...places.filter((path) => !exists(path)).map((path) => `${path} of item ${number} is not there`),
    ...proofs
      .filter((name) => !SUITE_NAMES.includes(name) && !(isTest(name) && exists(name)))
      .map((name) => `${name}, which is to prove item ${number}, is no suite or test`),
    ...(SEEN.test(seen) ? [] : [`item ${number} was seen in no known way: ${seen}`]),
  ];
}

function marked(cell: string): readonly string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
}

function isTest(path: string): boolean {
  return /^test\/.+\.(test|spec)\.tsx?$/.test(path);
}
