import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { projectPath } from '../../../scripts/launching/project-paths.mjs';
import { troublesOfTable } from '../../support/security-table.ts';

const TEXT = readFileSync(projectPath('docs', 'security-evidence.md'), 'utf8');
const exists = (path: string) => existsSync(projectPath(...path.split('/')));
const ROW_OF_NINE = TEXT.split('\n').find((line) => line.startsWith('| 9 |')) ?? '';

describe('the table of docs/security-evidence.md', () => {
  it('names each item once, with places and proofs that are there', () => {
    expect(troublesOfTable(TEXT, exists)).toEqual([]);
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
    expect(troublesOfTable(spoilt, exists)).not.toEqual([]);
  });
});
