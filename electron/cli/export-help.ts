import { DATASETS, type DatasetName } from '../../shared/contract/exports.ts';
import type { DatasetColumn } from '../../shared/datasets/dataset.ts';
import { DECLARATIONS } from '../../shared/datasets/declarations.ts';
import { type FilterOption, filterOptionsOf } from './export-options.ts';

const LEFT = 25;

export const EXPORT_HELP = `Saves figures of Tilldesk as a file.

  npm run export -- DATASET [options]
  npm run export -- --package 2026-10 [options]

${DATASETS.map((name) => row(name, DECLARATIONS[name].title.en)).join('\n')}
${row('--package MONTH', 'one zip for the accountant: report, discounts, payments, journal')}

What comes out:
${row('--out FILE', 'the file (a name that says what is in it); one that is there is replaced')}
${row('--format FORMAT', 'csv, xlsx, pdf or jsonl (as the name of the file ends, else csv)')}
${row('--profile PROFILE', 'of CSV: excel for a Dutch Excel, data for programs (excel)')}
${row('--columns A,B', 'the columns, by the names that DATASET --help lists')}
${row('--personal', 'also the columns that say something about a person')}
${row('--language LANGUAGE', 'nl or en (nl)')}
${row('--manifest', 'also FILE.manifest.json, with what the file is')}

Where it comes from:
${row('--data-dir DIR', 'folder of the data, as for npm start (or TILLDESK_DATA_DIR)')}
${row('--accept-shared-folder', 'use it also where other users could change it')}
${row('--database-url-file FILE', 'instead, the database of servers: FILE holds its URL')}
${row('--database-url URL', 'the same in clear')}
${row('--account NAME', 'account in it (demo, or the only one)')}
${row('--base-url URL', 'a running service instead, with the API key in TILLDESK_API_KEY')}
${row('--ledgers FILE', 'ledger accounts of a journal, as JSON: {"payment:pin": "1200"}')}

DATASET --help shows its filters and columns. The path of the file is the one line on standard output. Status:
0 the whole file, 1 no file, 2 a mistake in the command, 3 a file without all of its rows, whose name says
INCOMPLETE, 4 a journal that cannot be booked, 5 a whole file whose manifest or path could not be written.`;

/** Of one dataset: its filters and columns. */
export function datasetHelp(dataset: DatasetName): string {
  const { title, columns } = DECLARATIONS[dataset];
  const filters = filterOptionsOf(dataset).map(filterRow);
  return [
    `${title.en} (${title.nl})`,
    '',
    `  npm run export -- ${dataset} [options]`,
    '',
    ...(filters.length > 0 ? ['Filters:', ...filters, ''] : []),
    'Columns (* is in the file unless --columns names others):',
    ...columns.map(columnRow),
    '',
    '--help alone shows the options of every dataset.',
  ].join('\n');
}

function filterRow({ option, isFlag, isRequired, schema }: FilterOption): string {
  const { description = '', enum: values, items } = schema;
  const words = values ?? items?.enum;
  const needed = isRequired ? 'needed; ' : '';
  const among = words ? ` (${words.join(', ')})` : '';
  return row(isFlag ? `--${option} [false]` : `--${option} …`, `${needed}${description}${among}`);
}

function columnRow({ id, heading, isShown, isPersonal }: DatasetColumn): string {
  const words = heading.nl === heading.en ? heading.nl : `${heading.nl} / ${heading.en}`;
  return row(`${isShown ? '* ' : '  '}${id}`, `${words}${isPersonal ? ' (personal)' : ''}`);
}

function row(left: string, right: string): string {
  return `  ${left.padEnd(LEFT)} ${right}`;
}
