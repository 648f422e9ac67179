import { extname } from 'node:path';
import { Command, Option } from 'commander';
import type { TProperties, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { type CalendarDate, getDateAt } from '../../shared/calendar.ts';
import {
  CSV_PROFILES,
  DATASETS,
  type DatasetName,
  EXPORT_FORMATS,
  type ExportFormat,
  type ExportRequest,
  type MonthRequest,
} from '../../shared/contract/exports.ts';
import { LANGUAGES } from '../../shared/contract/language.ts';
import { PARAMETER_READERS, type ParameterSchema } from '../../shared/contract/query.ts';
import type { DatasetColumn, DatasetDeclaration } from '../../shared/datasets/dataset.ts';
import { DECLARATIONS } from '../../shared/datasets/declarations.ts';
import { getRelativePeriod, MIN_DATE, RELATIVE_PERIODS } from '../../shared/periods.ts';
import { createCommandLine, getTypedTexts, parseTyped, type TypedTexts } from '../config/command-line.ts';
import { ConfigError } from '../config/config.ts';
import type { TextFilters } from '../exports/dataset.ts';
import { SOURCES } from '../exports/datasets/registry.ts';
import { getMonthPeriod } from '../exports/package-request.ts';
import { selectsOpenInvoices } from '../exports/schedules/scheduled-files.ts';
import { createUnprovenOption, readServiceChoice, type ServiceChoice } from './service-options.ts';
import { addStoreOptions, type StoreChoice, toStoreChoice } from './store-options.ts';

/** Where the rows come from. */
export type SourceChoice =
  | { readonly kind: 'store'; readonly store: StoreChoice; readonly account: string | null }
  | ServiceChoice;

/** The source of the rows, and the target. */
interface Route {
  readonly source: SourceChoice;
  /** As typed; `null` for the suggested name. */
  readonly out: string | null;
  /** Path of a file with ledger accounts, as typed; `null` for those of the store. */
  readonly ledgers: string | null;
  /** A note for the user before the export; `null` for none. */
  readonly note: string | null;
}

export interface DatasetCommand extends Route {
  readonly kind: 'dataset';
  readonly request: ExportRequest;
  /** Whether to write the manifest beside the file. */
  readonly hasManifest: boolean;
}

export interface PackageCommand extends Route {
  readonly kind: 'package';
  readonly request: MonthRequest;
}

export type ExportCommand = DatasetCommand | PackageCommand;

const DESCRIPTION = `Saves figures of Tilldesk in a file. DATASET --help shows its filters and columns.

Prints the path of the file on standard output. Status: 0 the whole file, 1 no file, 2 an error in the
command, 3 a file without all of its rows, whose name says INCOMPLETE, 4 a journal that cannot be booked, 5 a whole file
whose manifest or path could not be written.`;

/** The command with its options and a command for each dataset, all without actions. */
export function createExportProgram(): Command {
  const program = createCommandLine('npm run export --', DESCRIPTION)
    .usage('DATASET|--package MONTH [options]')
    .option('--package <MONTH>', 'one zip for the accountant: report, discounts, payments, open invoices, journal')
    .optionsGroup('Output:')
    .option('--out <FILE>', 'file to write (a name from its contents); an existing file is replaced')
    .option('--format <FORMAT>', 'csv, xlsx, pdf or jsonl (by the end of the file name, else csv)')
    .option('--profile <PROFILE>', 'kind of CSV: excel for a Dutch Excel, data for programs (excel)')
    .option('--columns <A,B>', 'columns to export, by the names in DATASET --help')
    .option('--personal [false]', 'also the columns about people')
    .option('--language <LANGUAGE>', 'nl or en (nl)')
    .option('--manifest [false]', 'also FILE.manifest.json, which describes the file')
    .optionsGroup('Source:');
  addStoreOptions(program)
    .option('--account <NAME>', 'account in it (demo, or the only one)')
    .option(
      '--base-url <URL>',
      'a running service instead, with the API key in TILLDESK_API_KEY; over http:// it must be the service of --data-dir',
    )
    .addOption(createUnprovenOption('with --base-url http://'))
    .option('--ledgers <FILE>', 'ledger accounts of a journal, as JSON: {"payment:pin": "1200"}');
  for (const option of program.options) option.argParser(parseOnce(option, true));
  program.commandsGroup('Datasets:');
  for (const name of DATASETS) addDataset(program, name);
  return program;
}

function addDataset(program: Command, name: DatasetName): void {
  const { title, columns } = DECLARATIONS[name];
  const rows = columns.map(formatColumn).join('\n');
  const dataset = program
    .command(name)
    .summary(title.en)
    .description(`${title.en} (${title.nl})\n\nColumns (* is in the file unless --columns names others):\n${rows}`)
    .optionsGroup('Filters:');
  for (const filter of listFilterOptions(name)) dataset.addOption(createOption(filter));
  if (takesDays(name)) {
    const period = new Option('--period <NAME>', `instead of days: ${RELATIVE_PERIODS.join(', ')}`);
    dataset.addOption(period.argParser(parseOnce(period, true)));
  }
}

/** Whether a dataset has filters for days. */
function takesDays(dataset: DatasetName): boolean {
  const { properties } = SOURCES[dataset].filters;
  return 'from' in properties || 'date' in properties;
}

function formatColumn({ id, heading, isShown, isPersonal }: DatasetColumn): string {
  const headings = heading.nl === heading.en ? heading.nl : `${heading.nl} / ${heading.en}`;
  return `  ${isShown ? '* ' : '  '}${id.padEnd(23)} ${headings}${isPersonal ? ' (personal)' : ''}`;
}

function createOption({ option: name, isFlag, isRequired, schema }: FilterOption): Option {
  const { description = '', enum: values, items } = schema;
  const choices = values ?? items?.enum;
  const among = choices ? ` (${choices.join(', ')})` : '';
  const flags = isFlag ? `--${name} [false]` : `--${name} <…>`;
  // `--period` can name days too, so `readFilters` checks for them.
  const namesDays = isRequired && DAY_FILTERS.has(name);
  const option = new Option(flags, `${namesDays ? 'needed without --period; ' : ''}${description}${among}`);
  return option.makeOptionMandatory(isRequired && !namesDays).argParser(parseOnce(option, false));
}

const DAY_FILTERS: ReadonlySet<string> = new Set(['from', 'to', 'date']);

/** A list is one option with commas: if the option were repeated, one of the two would be lost. */
function parseOnce({ long }: Option, needsText: boolean) {
  return (text: string, typed?: string): string => {
    if (typed) throw new ConfigError(`${long} is given more than once.`);
    if (needsText && text === '') throw new ConfigError(`${long} needs a value.`);
    return text;
  };
}

/** A filter of a dataset as an option: `shop_id` is `--shop-id`. */
interface FilterOption {
  readonly option: string;
  readonly filter: string;
  readonly isFlag: boolean;
  readonly isRequired: boolean;
  readonly schema: TSchema & ParameterSchema;
}

function listFilterOptions(dataset: DatasetName): readonly FilterOption[] {
  const { properties, required = [] }: { properties: TProperties; required?: readonly string[] } =
    SOURCES[dataset].filters;
  return Object.entries(properties).map(([filter, property]) => {
    const schema = property as TSchema & ParameterSchema;
    const option = filter.replaceAll('_', '-');
    const isFlag = schema['x-text'] === 'flag';
    return { option, filter, isFlag, isRequired: required.includes(filter), schema };
  });
}

/** The checked filters among the options of a dataset. Throws `ConfigError`. */
function readFilters(dataset: DatasetName, typed: TypedTexts, today: CalendarDate): TextFilters {
  const filters = { ...readTypedFilters(dataset, typed), ...readPeriod(dataset, typed, today) };
  const missing = listFilterOptions(dataset).find(({ filter, isRequired }) => isRequired && !(filter in filters));
  if (missing === undefined) return filters;
  throw new ConfigError(`--${missing.option} is missing. Name the day, or the days with --period.`);
}

/** The days of --period; empty without it. Throws `ConfigError`. */
function readPeriod(dataset: DatasetName, typed: TypedTexts, today: CalendarDate): TextFilters {
  const name = readWord(typed, 'period', RELATIVE_PERIODS);
  if (name === null) return {};
  const other = [...DAY_FILTERS].find((option) => option in typed);
  if (other !== undefined) throw new ConfigError(`--period and --${other} contradict each other: give only one.`);
  const { from, to } = getRelativePeriod(name, today);
  if (selectsOpenInvoices({ dataset })) {
    if ('as-of' in typed) throw new ConfigError('--period and --as-of contradict each other: give only one.');
    return { from: MIN_DATE, to, as_of: to };
  }
  if ('from' in SOURCES[dataset].filters.properties) return { from, to };
  if (from === to) return { date: to };
  throw new ConfigError(`--period takes only yesterday for ${dataset}, which has the figures of one day.`);
}

function readTypedFilters(dataset: DatasetName, typed: TypedTexts): TextFilters {
  return Object.fromEntries(
    listFilterOptions(dataset).flatMap(({ option, filter, schema }) => {
      const text = typed[option];
      if (text === undefined) return [];
      const { read, describeForm } = PARAMETER_READERS[schema['x-text']];
      const value = read(text);
      if (value !== undefined && Value.Check(schema, value)) return [[filter, text]];
      throw new ConfigError(`--${option} must be ${describeForm(schema)}, not "${text}".`);
    }),
  );
}
/** `now` in milliseconds since the epoch. Throws `ConfigError` and `HelpRequested`. */
export function readExportCommand(argv: readonly string[], now: number): ExportCommand {
  const program = createExportProgram();
  const read: ExportCommand[] = [];
  for (const dataset of program.commands) {
    const name = dataset.name() as DatasetName;
    dataset.action(() => {
      read.push(createDatasetCommand(getTypedTexts(program), name, getTypedTexts(dataset), getDateAt(now)));
    });
  }
  const packageCommand = new Command('A package')
    .copyInheritedSettings(program)
    .option('--location-id <ID>')
    .action(({ locationId }: { readonly locationId?: string }) => {
      read.push(createPackageCommand(getTypedTexts(program), locationId, getDateAt(now)));
    });
  program.addCommand(packageCommand, { isDefault: true, hidden: true });
  program.hook('preSubcommand', (_program, chosen) => refuseMixture(program, chosen, packageCommand));
  parseTyped(program, argv.length === 0 ? ['--help'] : argv);
  const [command] = read;
  if (command === undefined) throw new Error('A command has no action.');
  return command;
}

/** Throws `ConfigError` unless exactly one dataset or a package is requested. */
function refuseMixture(program: Command, chosen: Command, packageCommand: Command): void {
  const hasMonth = program.getOptionValue('package') !== undefined;
  if (chosen !== packageCommand) {
    if (!hasMonth) return;
    throw new ConfigError(`--package and ${chosen.name()} contradict each other: give only one.`);
  }
  const [word] = program.args;
  if (word !== undefined && !word.startsWith('-'))
    throw new ConfigError(`There is no dataset "${word}"; --help lists the datasets.`);
  if (!hasMonth) throw new ConfigError('Name what to export, or --package; --help shows the options.');
}

function createDatasetCommand(
  typed: TypedTexts,
  dataset: DatasetName,
  filters: TypedTexts,
  today: CalendarDate,
): DatasetCommand {
  const { out, note, ...form } = readOutputChoice(typed);
  const columns = readColumnChoice(DECLARATIONS[dataset], typed);
  const language = readWord(typed, 'language', LANGUAGES) ?? 'nl';
  return {
    kind: 'dataset',
    request: { dataset, filters: readFilters(dataset, filters, today), ...(columns && { columns }), ...form, language },
    ...{ source: readSourceChoice(typed), out, ledgers: typed.ledgers ?? null, note },
    hasManifest: readFlag(typed, 'manifest'),
  };
}

const NOT_FOR_PACKAGES = ['columns', 'personal', 'manifest'];

function createPackageCommand(typed: TypedTexts, location: string | undefined, today: CalendarDate): PackageCommand {
  const unused = NOT_FOR_PACKAGES.find((name) => name in typed);
  if (unused !== undefined) throw new ConfigError(`A package takes no --${unused}; --help shows the options.`);
  const format = readWord(typed, 'format', EXPORT_FORMATS) ?? 'csv';
  const out = typed.out ?? null;
  if (findFormat(out) === null) refuseExtension(out, ['zip'], '');
  return {
    kind: 'package',
    request: {
      month: readMonth(typed.package ?? '', today),
      locationId: location === undefined ? null : readLocation(location),
      format,
      ...readProfile(typed, format),
      language: readWord(typed, 'language', LANGUAGES) ?? 'nl',
    },
    ...{ source: readSourceChoice(typed), out, ledgers: typed.ledgers ?? null },
    note: createNameNote('zip', '--package', findFormat(out)),
  };
}

function readMonth(text: string, today: CalendarDate): string {
  if (text === 'last-month' || text === 'this-month')
    return getRelativePeriod(text, today).from.slice(0, 'YYYY-MM'.length);
  const period = getMonthPeriod(text);
  if (period === null)
    throw new ConfigError(`--package takes a month such as 2026-10, last-month or this-month, not "${text}".`);
  if (period.from > today) throw new ConfigError(`--package takes a month that has begun, not ${text}.`);
  return text;
}

function readLocation(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new ConfigError(`--location-id must be a whole number, not "${text}".`);
}

/** The ids of the requested columns; `undefined` for the default ones. Throws `ConfigError`. */
function readColumnChoice(dataset: DatasetDeclaration, typed: TypedTexts): string[] | undefined {
  const named = typed.columns?.split(',').map((id) => id.trim());
  if (!readFlag(typed, 'personal')) return named;
  const ids = named ?? dataset.columns.filter(({ isShown }) => isShown).map(({ id }) => id);
  const personal = dataset.columns.filter(({ isPersonal }) => isPersonal).map(({ id }) => id);
  return [...new Set([...ids, ...personal])];
}

/** The named format, otherwise that of the file name, otherwise CSV. Throws `ConfigError`. */
function readOutputChoice(typed: TypedTexts): Pick<ExportRequest, 'format' | 'profile'> & Pick<Route, 'out' | 'note'> {
  const out = typed.out ?? null;
  const namedFormat = readWord(typed, 'format', EXPORT_FORMATS);
  const promised = findFormat(out);
  if (namedFormat === null && promised === null) refuseExtension(out, EXPORT_FORMATS, ', or name one with --format');
  const format = namedFormat ?? promised ?? 'csv';
  return { format, ...readProfile(typed, format), out, note: createNameNote(format, '--format', promised) };
}

/** `null` if the file name has the right extension, or none of a format. */
function createNameNote(format: ExportFormat | 'zip', option: string, promised: ExportFormat | null): string | null {
  if (promised === null || promised === format) return null;
  return `The file is written as ${format}, because of ${option}, although its name ends in .${promised}.`;
}

/** A name without an extension is accepted. Throws `ConfigError`. */
function refuseExtension(out: string | null, known: readonly string[], advice: string): void {
  const ending = out === null ? '' : extname(out).toLowerCase();
  if (ending.length < 2 || known.includes(ending.slice(1))) return;
  const formats = known.map((format) => `.${format}`).join(', ');
  throw new ConfigError(`--out ends in ${ending}, which is not a format: end it in ${formats}${advice}.`);
}

function findFormat(out: string | null): ExportFormat | null {
  const extension = out === null ? '' : extname(out).slice(1).toLowerCase();
  return EXPORT_FORMATS.find((format) => format === extension) ?? null;
}

/**
 * The profile of a CSV file, by default that of Excel; other formats have none. Throws `ConfigError` if one is named
 * for those.
 */
function readProfile(typed: TypedTexts, format: ExportFormat): Pick<ExportRequest, 'profile'> {
  const profile = readWord(typed, 'profile', CSV_PROFILES);
  if (profile !== null && format !== 'csv') {
    throw new ConfigError(`--profile is for CSV files, and this one is ${format}: leave it out.`);
  }
  return format === 'csv' ? { profile: profile ?? 'excel' } : {};
}

/** Throws `ConfigError`. */
function readSourceChoice(typed: TypedTexts): SourceChoice {
  const { account = null, 'base-url': baseUrl } = typed;
  if (baseUrl === undefined) {
    if (!('accept-unproven-service' in typed)) return { kind: 'store', store: toStoreChoice(typed), account };
    throw new ConfigError('--accept-unproven-service takes effect only with --base-url.');
  }
  const storeOptions = ['database-url', 'database-url-file', 'account'];
  const other = storeOptions.find((name) => name in typed);
  if (other !== undefined) {
    throw new ConfigError(`--base-url and --${other} contradict each other: give only one.`);
  }
  return readServiceChoice(baseUrl, typed);
}

/** Throws `ConfigError` for anything but a yes or no. */
function readFlag(typed: TypedTexts, name: 'personal' | 'manifest'): boolean {
  const text = typed[name];
  if (text === undefined || text === 'false' || text === '0') return false;
  if (text === 'true' || text === '1') return true;
  throw new ConfigError(`--${name} takes true or false, not "${text}".`);
}

/** One of the words that an option takes; `null` if it is absent. Throws `ConfigError`. */
function readWord<Word extends string>(
  typed: TypedTexts,
  name: 'format' | 'profile' | 'language' | 'period',
  words: readonly Word[],
): Word | null {
  const text = typed[name];
  if (text === undefined) return null;
  const word = words.find((candidate) => candidate === text);
  if (word === undefined) throw new ConfigError(`--${name} takes ${words.join(', ')}, not "${text}".`);
  return word;
}
