import type { CsvProfile, ExportFormat, ExportManifest, MonthRequest } from '../../shared/contract/exports.ts';
import type { FinancialReport } from '../../shared/contract/financial-report.ts';
import type { Language, LocalizedText } from '../../shared/contract/language.ts';
import { DECLARATIONS } from '../../shared/datasets/declarations.ts';
import type { Period } from '../../shared/periods.ts';
import { REPORT_LABELS } from '../../shared/report-labels.ts';
import { formatUnknownNote } from '../../shared/unknown-figures.ts';
import { alignColumns } from '../base/text-table.ts';
import { formatDayText, formatPeriodText } from './writers/pdf-text.ts';
import { getShortfallMessage } from './writers/writer.ts';

/** Describes a package. It is in the zip as `manifest.json`. */
export interface PackageManifest {
  readonly request: MonthRequest;
  readonly account: string;
  /** As in the heads of its files. */
  readonly company: string;
  /** E-mail address of the user who requested it; `null` for the operator of the computer. */
  readonly user: string | null;
  readonly period: Period;
  /** False while the month is in progress: its figures will still change. */
  readonly isOver: boolean;
  /** Location; `null` for all. */
  readonly place: string | null;
  /** RFC 3339, the time of the report's figures. */
  readonly asOf: string;
  /** Whether the report was the same before and after the files were read. */
  readonly heldStill: boolean;
  /** False if the figures moved or a file lacks rows. The name then says INCOMPLETE. */
  readonly isComplete: boolean;
  readonly checks: FinancialReport['checks'];
  readonly members: readonly ExportManifest[];
}

/** File name of the list of contents in a package. */
export function getContentsName(language: Language): string {
  return language === 'nl' ? 'inhoud.txt' : 'contents.txt';
}

const LABELS = {
  title: { nl: 'Maandpakket', en: 'Month package' },
  company: { nl: 'Bedrijf', en: 'Company' },
  account: { nl: 'Account', en: 'Account' },
  place: { nl: 'Vestiging', en: 'Location' },
  everywhere: { nl: 'alle vestigingen', en: 'all locations' },
  period: { nl: 'Periode', en: 'Period' },
  asOf: { nl: 'Stand van', en: 'As of' },
  complete: { nl: 'Volledig', en: 'Complete' },
  yes: { nl: 'ja', en: 'yes' },
  moved: {
    nl: 'NEE (INCOMPLETE): de cijfers bleven veranderen tijdens het lezen. Maak het pakket later opnieuw.',
    en: 'NO (INCOMPLETE): the figures kept changing while they were read. Make the package again later.',
  },
  lacking: {
    nl: 'NEE (INCOMPLETE): in een van de bestanden ontbreken rijen. Maak het pakket later opnieuw.',
    en: 'NO (INCOMPLETE): one of the files lacks rows. Make the package again later.',
  },
  goesOn: {
    nl: 'De maand is nog niet voorbij: de cijfers kunnen nog veranderen.',
    en: 'The month is not over: its figures can still change.',
  },
  files: { nl: 'Bestanden', en: 'Files' },
  file: { nl: 'Bestand', en: 'File' },
  what: { nl: 'Wat het is', en: 'What it is' },
  rows: { nl: 'Rijen', en: 'Rows' },
  programs: {
    nl: 'Dezelfde gegevens voor programma’s, met filters, sommen en SHA-256',
    en: 'The same for programs, with filters, sums and SHA-256',
  },
  notes: { nl: 'Bij de bestanden', en: 'About the files' },
  checks: { nl: 'Controles van het rapport', en: 'Checks of the report' },
} as const satisfies Readonly<Record<string, LocalizedText>>;

const FORMS: Readonly<Record<Exclude<ExportFormat, 'csv'> | `csv-${CsvProfile}`, LocalizedText>> = {
  'csv-excel': { nl: 'CSV voor Excel', en: 'CSV for Excel' },
  'csv-data': { nl: 'CSV voor programma’s', en: 'CSV for programs' },
  xlsx: { nl: 'Excel-werkmap', en: 'Excel workbook' },
  pdf: { nl: 'PDF', en: 'PDF' },
  jsonl: { nl: 'JSON-regels', en: 'JSON lines' },
};

/** Notepad of older Windows reads a text without the mark in another encoding. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Tells people what is in a package and whether its figures agree, as a text that every computer opens. */
export function createPackageContents(manifest: PackageManifest, manifestName: string): string {
  const { language } = manifest.request;
  const label = (name: keyof typeof LABELS) => LABELS[name][language];
  const notes = listNotes(manifest, language);
  const lines = [
    `${label('title')} ${formatPeriodText(manifest.period, language)}`,
    '',
    ...alignColumns(createHeadRows(manifest)),
    ...(manifest.isOver ? [] : ['', label('goesOn')]),
    ...createHeading(label('files')),
    ...alignColumns([
      [label('file'), label('what'), label('rows'), label('complete')],
      ...manifest.members.map((member) => createMemberRow(member, language)),
      [manifestName, label('programs')],
    ]),
    ...(notes.length === 0 ? [] : [...createHeading(label('notes')), ...notes]),
    ...createHeading(label('checks')),
    ...createCheckLines(manifest, language),
  ];
  return `${BYTE_ORDER_MARK}${lines.map((line) => `${line}\r\n`).join('')}`;
}

function createHeadRows({
  request,
  company,
  account,
  place,
  period,
  asOf,
  heldStill,
  isComplete,
}: PackageManifest): Cells[] {
  const { language } = request;
  const label = (name: keyof typeof LABELS) => LABELS[name][language];
  const incomplete = label(heldStill ? 'lacking' : 'moved');
  return [
    [`${label('company')}:`, company],
    [`${label('account')}:`, account],
    [`${label('place')}:`, place ?? label('everywhere')],
    [`${label('period')}:`, formatPeriodText(period, language)],
    [`${label('asOf')}:`, formatDayText(asOf.slice(0, 19).replace('T', ' '), language)],
    [`${label('complete')}:`, isComplete ? label('yes') : incomplete],
  ];
}

function createMemberRow({ fileName, request, rows, shortfall }: ExportManifest, language: Language): Cells {
  const { dataset, format, profile = 'excel' } = request;
  const form = FORMS[format === 'csv' ? (`csv-${profile}` as const) : format][language];
  const isComplete = shortfall === null ? LABELS.yes[language] : getShortfallMessage(shortfall, language);
  return [fileName, `${DECLARATIONS[dataset].title[language]} (${form})`, String(rows), isComplete];
}

/** Notes on single files, and on what the platform does not know. */
function listNotes({ members }: PackageManifest, language: Language): string[] {
  const unknown = [...new Set(members.flatMap((member) => member.unknown ?? []))];
  return [
    ...members.flatMap(({ fileName, note }) => (note === undefined ? [] : [`${fileName}: ${note}`])),
    ...[formatUnknownNote(unknown, language)].filter((note) => note !== null),
  ];
}

function createCheckLines({ checks }: PackageManifest, language: Language): string[] {
  const { checks: names, outcomes, sides } = REPORT_LABELS[language];
  const euros = new Intl.NumberFormat(language === 'nl' ? 'nl-NL' : 'en-GB', { style: 'currency', currency: 'EUR' });
  const formatSides = ({ left, right, difference }: PackageManifest['checks'][number]) =>
    `: ${euros.format(left)} ${sides.left}, ${euros.format(right)} ${sides.right} (${euros.format(difference)})`;
  return alignColumns(
    checks.map((check) => [
      check.holds ? outcomes.holds : outcomes.differs.toUpperCase(),
      `${names[check.name]}${check.holds ? '' : formatSides(check)}`,
    ]),
  );
}

function createHeading(title: string): string[] {
  return ['', '', title, '-'.repeat(title.length)];
}

type Cells = readonly string[];
