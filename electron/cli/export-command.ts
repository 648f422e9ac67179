import { extname } from 'node:path';
import { Command } from 'commander';
import { type CalendarDate, dateAt } from '../../shared/calendar.ts';
import {
  CSV_PROFILES,
  type DatasetName,
  EXPORT_FORMATS,
  type ExportFormat,
  type ExportRequest,
  type MonthRequest,
} from '../../shared/contract/exports.ts';
import { LANGUAGES } from '../../shared/contract/language.ts';
import type { DatasetDeclaration } from '../../shared/datasets/dataset.ts';
import { DECLARATIONS } from '../../shared/datasets/declarations.ts';
import { parseTyped, type TypedTexts, typedTexts } from '../config/command-line.ts';
import { ConfigError } from '../config/config.ts';
import { monthPeriod } from '../exports/package-request.ts';
import { createExportProgram, readFilters, readFlag, readWord } from './export-options.ts';
import { readSourceChoice, type SourceChoice } from './export-source.ts';

/** The source of the rows, and the target. */
interface Route {
  readonly source: SourceChoice;
  /** As typed; null: the suggested name. */
  readonly out: string | null;
  /** Path of a file with ledger accounts, as typed; null: those of the store. */
  readonly ledgers: string | null;
  /** A note for the user before the export; null for none. */
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
  readonly request: MonthRequest;
}

export type ExportCommand = DatasetCommand | PackageCommand;

/** `now` in milliseconds since the epoch. Throws `ConfigError` and `HelpRequested`. */
export function readExportCommand(argv: readonly string[], now: number): ExportCommand {
  const program = createExportProgram();
  const read: ExportCommand[] = [];
  for (const dataset of program.commands) {
    const name = dataset.name() as DatasetName;
    dataset.action(() => {
      read.push(datasetCommand(typedTexts(program), name, typedTexts(dataset)));
    });
  }
  const ofPackage = new Command('A package')
    .copyInheritedSettings(program)
    .option('--location-id <ID>')
    .action(({ locationId }: { readonly locationId?: string }) => {
      read.push(packageCommand(typedTexts(program), locationId, dateAt(now)));
    });
  program.addCommand(ofPackage, { isDefault: true, hidden: true });
  program.hook('preSubcommand', (_program, chosen) => refuseMixture(program, chosen, ofPackage));
  parseTyped(program, argv.length === 0 ? ['--help'] : argv);
  const [command] = read;
  if (command === undefined) throw new Error('A command has no action.');
  return command;
}

/** Throws `ConfigError` unless either one dataset or a package is asked for. */
function refuseMixture(program: Command, chosen: Command, ofPackage: Command): void {
  const hasMonth = program.getOptionValue('package') !== undefined;
  if (chosen !== ofPackage) {
    if (!hasMonth) return;
    throw new ConfigError(`--package and ${chosen.name()} contradict each other: name one of them.`);
  }
  const [word] = program.args;
  if (word !== undefined && !word.startsWith('-'))
    throw new ConfigError(`There is no "${word}" to export; --help lists what there is.`);
  if (!hasMonth) throw new ConfigError('Name what to export, or --package; --help shows the options.');
}

function datasetCommand(typed: TypedTexts, dataset: DatasetName, filters: TypedTexts): DatasetCommand {
  const { out, note, ...form } = readOutputChoice(typed);
  const columns = readColumnChoice(DECLARATIONS[dataset], typed);
  const language = readWord(typed, 'language', LANGUAGES) ?? 'nl';
  return {
    kind: 'dataset',
    request: { dataset, filters: readFilters(dataset, filters), ...(columns && { columns }), ...form, language },
    ...{ source: readSourceChoice(typed), out, ledgers: typed.ledgers ?? null, note },
    hasManifest: readFlag(typed, 'manifest'),
  };
}

const OF_NO_PACKAGE = ['columns', 'personal', 'manifest'];

function packageCommand(typed: TypedTexts, location: string | undefined, today: CalendarDate): PackageCommand {
  const unused = OF_NO_PACKAGE.find((name) => name in typed);
  if (unused !== undefined) throw new ConfigError(`A package takes no --${unused}; --help shows the options.`);
  const format = readWord(typed, 'format', EXPORT_FORMATS) ?? 'csv';
  const out = typed.out ?? null;
  if (formatOfName(out) === null) refuseEnding(out, ['zip'], '');
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
    note: nameNote('zip', '--package', formatOfName(out)),
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

/** The ids of the columns asked for; undefined for those that the dataset shows by itself. Throws `ConfigError`. */
function readColumnChoice(dataset: DatasetDeclaration, typed: TypedTexts): string[] | undefined {
  const named = typed.columns?.split(',').map((id) => id.trim());
  if (named) refuseWrong(dataset, named);
  if (!readFlag(typed, 'personal')) return named;
  const ids = named ?? dataset.columns.filter(({ isShown }) => isShown).map(({ id }) => id);
  const personal = dataset.columns.filter(({ isPersonal }) => isPersonal).map(({ id }) => id);
  return [...new Set([...ids, ...personal])];
}

function refuseWrong({ name, columns }: DatasetDeclaration, named: readonly string[]): void {
  const unknown = named.find((id) => !columns.some((column) => column.id === id));
  if (unknown !== undefined) {
    throw new ConfigError(`${name} has no column "${unknown}"; ${name} --help lists them.`);
  }
  const repeated = named.find((id, at) => named.indexOf(id) < at);
  if (repeated !== undefined) throw new ConfigError(`--columns names ${repeated} more than once.`);
}

/** The format is the one named, else that of the name of the file, else CSV. Throws `ConfigError`. */
function readOutputChoice(typed: TypedTexts): Pick<ExportRequest, 'format' | 'profile'> & Pick<Route, 'out' | 'note'> {
  const out = typed.out ?? null;
  const asked = readWord(typed, 'format', EXPORT_FORMATS);
  const promised = formatOfName(out);
  if (asked === null && promised === null) refuseEnding(out, EXPORT_FORMATS, ', or name one with --format');
  const format = asked ?? promised ?? 'csv';
  return { format, ...readProfile(typed, format), out, note: nameNote(format, '--format', promised) };
}

/** Null where the name of the file has the right extension, or none of a format. */
function nameNote(format: ExportFormat | 'zip', option: string, promised: ExportFormat | null): string | null {
  if (promised === null || promised === format) return null;
  return `The file is written as ${format}, because of ${option}, though its name ends in .${promised}.`;
}

/** A name without an ending is taken as it is. Throws `ConfigError`. */
function refuseEnding(out: string | null, known: readonly string[], advice: string): void {
  const ending = out === null ? '' : extname(out).toLowerCase();
  if (ending.length < 2 || known.includes(ending.slice(1))) return;
  const formats = known.map((format) => `.${format}`).join(', ');
  throw new ConfigError(`--out ends in ${ending}, which is no format: end it in ${formats}${advice}.`);
}

function formatOfName(out: string | null): ExportFormat | null {
  const extension = out === null ? '' : extname(out).slice(1).toLowerCase();
  return EXPORT_FORMATS.find((format) => format === extension) ?? null;
}

/** Of CSV Excel unless another is named, of other formats none. Throws `ConfigError` where one is named for those. */
function readProfile(typed: TypedTexts, format: ExportFormat): Pick<ExportRequest, 'profile'> {
  const profile = readWord(typed, 'profile', CSV_PROFILES);
  if (profile !== null && format !== 'csv') {
    throw new ConfigError(`--profile is of CSV files, and this one is ${format}.`);
  }
  return format === 'csv' ? { profile: profile ?? 'excel' } : {};
}
