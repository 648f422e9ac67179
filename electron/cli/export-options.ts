import { type Command, Option } from 'commander';
import type { TProperties, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { DATASETS, type DatasetName } from '../../shared/contract/exports.ts';
import { PARAMETER_READERS, type ParameterSchema } from '../../shared/contract/query.ts';
import type { DatasetColumn } from '../../shared/datasets/dataset.ts';
import { DECLARATIONS } from '../../shared/datasets/declarations.ts';
import { createCommandLine, type TypedTexts } from '../config/command-line.ts';
import { ConfigError } from '../config/config.ts';
import type { TextFilters } from '../exports/dataset.ts';
import { SOURCES } from '../exports/datasets/registry.ts';
import { unprovenOption } from './service-options.ts';
import { addStoreOptions } from './store-options.ts';

const DESCRIPTION = `Saves figures of Tilldesk as a file. DATASET --help shows its filters and columns.

The path of the file is the one line on standard output. Status: 0 the whole file, 1 no file, 2 an error in the
command, 3 a file without all of its rows, whose name says INCOMPLETE, 4 a journal that cannot be booked, 5 a whole file
whose manifest or path could not be written.`;

/** The command with its options and a command for each dataset, all without actions. */
export function createExportProgram(): Command {
  const program = createCommandLine('npm run export --', DESCRIPTION)
    .usage('DATASET|--package MONTH [options]')
    .option('--package <MONTH>', 'one zip for the accountant: report, discounts, payments, open invoices, journal')
    .optionsGroup('What comes out:')
    .option('--out <FILE>', 'the file (a name from its contents); an existing one is replaced')
    .option('--format <FORMAT>', 'csv, xlsx, pdf or jsonl (as the name of the file ends, else csv)')
    .option('--profile <PROFILE>', 'of CSV: excel for a Dutch Excel, data for programs (excel)')
    .option('--columns <A,B>', 'the columns, by the names that DATASET --help lists')
    .option('--personal [false]', 'also the columns about a person')
    .option('--language <LANGUAGE>', 'nl or en (nl)')
    .option('--manifest [false]', 'also FILE.manifest.json, with what the file is')
    .optionsGroup('Where it comes from:');
  addStoreOptions(program)
    .option('--account <NAME>', 'account in it (demo, or the only one)')
    .option(
      '--base-url <URL>',
      'a running service instead, with the API key in TILLDESK_API_KEY; over http:// it is that of --data-dir',
    )
    .addOption(unprovenOption('with --base-url http://'))
    .option('--ledgers <FILE>', 'ledger accounts of a journal, as JSON: {"payment:pin": "1200"}');
  for (const option of program.options) option.argParser(onceIn(option, true));
  program.commandsGroup('Datasets:');
  for (const name of DATASETS) addDataset(program, name);
  return program;
}

function addDataset(program: Command, name: DatasetName): void {
  const { title, columns } = DECLARATIONS[name];
  const rows = columns.map(columnRow).join('\n');
  const dataset = program
    .command(name)
    .summary(title.en)
    .description(`${title.en} (${title.nl})\n\nColumns (* is in the file unless --columns names others):\n${rows}`)
    .optionsGroup('Filters:');
  for (const filter of filterOptionsOf(name)) dataset.addOption(optionOf(filter));
}

function columnRow({ id, heading, isShown, isPersonal }: DatasetColumn): string {
  const headings = heading.nl === heading.en ? heading.nl : `${heading.nl} / ${heading.en}`;
  return `  ${isShown ? '* ' : '  '}${id.padEnd(23)} ${headings}${isPersonal ? ' (personal)' : ''}`;
}

function optionOf({ option: name, isFlag, isRequired, schema }: FilterOption): Option {
  const { description = '', enum: values, items } = schema;
  const choices = values ?? items?.enum;
  const among = choices ? ` (${choices.join(', ')})` : '';
  const flags = isFlag ? `--${name} [false]` : `--${name} <…>`;
  const option = new Option(flags, `${description}${among}`);
  return option.makeOptionMandatory(isRequired).argParser(onceIn(option, false));
}

/** A list is one option with commas: of two, one would be lost. */
function onceIn({ long }: Option, needsText: boolean) {
  return (text: string, typed?: string): string => {
    if (typed) throw new ConfigError(`${long} is given more than once.`);
    if (needsText && text === '') throw new ConfigError(`${long} needs a value.`);
    return text;
  };
}

/** Throws `ConfigError` for what is no yes or no. */
export function readFlag(typed: TypedTexts, name: 'personal' | 'manifest'): boolean {
  const text = typed[name];
  if (text === undefined || text === 'false' || text === '0') return false;
  if (text === 'true' || text === '1') return true;
  throw new ConfigError(`--${name} takes true or false, not "${text}".`);
}

/** One of the words that an option takes; null where it is not given. Throws `ConfigError`. */
export function readWord<Word extends string>(
  typed: TypedTexts,
  name: 'format' | 'profile' | 'language',
  words: readonly Word[],
): Word | null {
  const text = typed[name];
  if (text === undefined) return null;
  const word = words.find((candidate) => candidate === text);
  if (word === undefined) throw new ConfigError(`--${name} takes ${words.join(', ')}, not "${text}".`);
  return word;
}

/** A filter of a dataset as an option: `shop_id` is `--shop-id`. */
interface FilterOption {
  readonly option: string;
  readonly filter: string;
  readonly isFlag: boolean;
  readonly isRequired: boolean;
  readonly schema: TSchema & ParameterSchema;
}

function filterOptionsOf(dataset: DatasetName): readonly FilterOption[] {
  const { properties, required = [] }: { properties: TProperties; required?: readonly string[] } =
    SOURCES[dataset].filters;
  return Object.entries(properties).map(([filter, property]) => {
    const schema = property as TSchema & ParameterSchema;
    const option = filter.replaceAll('_', '-');
    const isFlag = schema['x-text'] === 'flag';
    return { option, filter, isFlag, isRequired: required.includes(filter), schema };
  });
}

/** The filters among the options of a dataset, each of the form that it takes. Throws `ConfigError`. */
export function readFilters(dataset: DatasetName, typed: TypedTexts): TextFilters {
  return Object.fromEntries(
    filterOptionsOf(dataset).flatMap(({ option, filter, schema }) => {
      const text = typed[option];
      if (text === undefined) return [];
      const { read, expectation } = PARAMETER_READERS[schema['x-text']];
      const value = read(text);
      if (value !== undefined && Value.Check(schema, value)) return [[filter, text]];
      throw new ConfigError(`--${option} must be ${expectation(schema)}, not "${text}".`);
    }),
  );
}
