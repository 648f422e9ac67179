import { type CalendarDate, dateAt } from '../../shared/calendar.ts';
import {
  DATASETS,
  type DatasetName,
  EXPORT_FORMATS,
  type ExportRequest,
} from '../../shared/contract/exports.ts';
import { LANGUAGES } from '../../shared/contract/language.ts';
import { DECLARATIONS } from '../../shared/datasets/declarations.ts';
import { ConfigError } from '../config/config.ts';
import { monthPeriod } from '../exports/month-period.ts';
import type { PackageRequest } from '../exports/package-request.ts';
import { readColumnChoice } from './column-choice.ts';
import { readFilters } from './filter-options.ts';
import { packageNote, readOutputChoice, readProfile } from './output-choice.ts';
import {
  HELP_ADVICE,
  OWN_OPTIONS,
  readFlag,
  readOptions,
  readText,
  readWord,
  type TypedOptions,
} from './read-options.ts';
import { readSourceChoice, type SourceChoice } from './source-choice.ts';

/** Where the rows come from and the file goes. */
interface Route {
  readonly source: SourceChoice;
  /** As typed; null: the suggested name. */
  readonly out: string | null;
  /** Path of a file with ledger accounts, as typed; null: those of the store. */
  readonly ledgers: string | null;
  /** What the person is told before anything is done; null for nothing. */
  readonly note: string | null;
}

export interface DatasetCommand extends Route {
  readonly kind: 'dataset';
  readonly request: ExportRequest;
  /** Write the manifest beside the file. */
  readonly hasManifest: boolean;
}

export interface PackageCommand extends Route {
  readonly kind: 'package';
  readonly request: PackageRequest;
}

export type ExportCommand =
  | DatasetCommand
  | PackageCommand
  /** Null: of the command as a whole. */
  | { readonly kind: 'help'; readonly dataset: DatasetName | null };

/** What was asked for at `now`, in milliseconds since the epoch. Throws `ConfigError`. */
export function readExportCommand(argv: readonly string[], now: number): ExportCommand {
  const typed = readOptions(argv);
  const dataset = readDataset(typed.words);
  const isEmpty = argv.length === 0;
  if (isEmpty || readFlag(typed, 'help')) return { kind: 'help', dataset };
  if (typed.values.package !== undefined) return packageCommand(typed, dataset, dateAt(now));
  if (dataset === null) throw new ConfigError(`Name what to export, or --package; ${HELP_ADVICE}.`);
  return datasetCommand(typed, dataset);
}

function readDataset([word, ...rest]: readonly string[]): DatasetName | null {
  if (word === undefined) return null;
  const dataset = DATASETS.find((name) => name === word);
  if (dataset === undefined)
    throw new ConfigError(`There is no "${word}" to export; --help lists what there is.`);
  const [further] = rest;
  if (further !== undefined) throw new ConfigError(`"${further}" is one word too many; ${HELP_ADVICE}.`);
  return dataset;
}

function datasetCommand(typed: TypedOptions, dataset: DatasetName): DatasetCommand {
  const { out, note, ...form } = readOutputChoice(typed);
  const columns = readColumnChoice(DECLARATIONS[dataset], typed);
  const filters = readFilters(dataset, filtersAmong(typed));
  const language = readWord(typed, 'language', LANGUAGES) ?? 'nl';
  return {
    kind: 'dataset',
    request: { dataset, filters, ...(columns && { columns }), ...form, language },
    source: readSourceChoice(typed),
    out,
    ledgers: readText(typed, 'ledgers'),
    hasManifest: readFlag(typed, 'manifest'),
    note,
  };
}

function filtersAmong({ values }: TypedOptions): TypedOptions['values'] {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !OWN_OPTIONS.has(name)));
}

const OF_NO_PACKAGE = ['columns', 'personal', 'manifest'];

function packageCommand(
  typed: TypedOptions,
  dataset: DatasetName | null,
  today: CalendarDate,
): PackageCommand {
  if (dataset !== null)
    throw new ConfigError(`--package and ${dataset} contradict each other: name one of them.`);
  const { 'location-id': location, ...others } = filtersAmong(typed);
  const unused = [...Object.keys(others), ...OF_NO_PACKAGE.filter((name) => name in typed.values)][0];
  if (unused !== undefined) throw new ConfigError(`A package takes no --${unused}; ${HELP_ADVICE}.`);
  const format = readWord(typed, 'format', EXPORT_FORMATS) ?? 'csv';
  const out = readText(typed, 'out');
  return {
    kind: 'package',
    request: {
      month: readMonth(typed.values.package ?? '', today),
      locationId: location === undefined ? null : readLocation(location),
      format,
      ...readProfile(typed, format),
      language: readWord(typed, 'language', LANGUAGES) ?? 'nl',
    },
    source: readSourceChoice(typed),
    out,
    ledgers: readText(typed, 'ledgers'),
    note: packageNote(out),
  };
}

function readMonth(text: string, today: CalendarDate): string {
  const period = monthPeriod(text);
  if (period === null) throw new ConfigError(`--package takes a month such as 2026-10, not "${text}".`);
  if (period.from > today) throw new ConfigError(`--package takes no month that has yet to begin: ${text}.`);
  return text;
}

function readLocation(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new ConfigError(`--location-id must be a whole number, not "${text}".`);
}
