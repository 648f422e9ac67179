import type { CsvProfile, DatasetName, ExportRequest, MonthRequest } from '../../../shared/contract/exports.ts';
import { DECLARATIONS } from '../../../shared/datasets/declarations.ts';
import { usePreferences } from '../../lib/preferences.ts';
import { useSettings } from '../../lib/settings.ts';

/** The forms that a file can have, as staff choose among them. */
export const EXPORT_FORMS = ['csv-excel', 'csv-data', 'xlsx', 'pdf', 'jsonl'] as const;

export type ExportForm = (typeof EXPORT_FORMS)[number];

/** What another program imports is a table. */
const IMPORTED_FORMS = ['csv-excel', 'csv-data', 'xlsx'] as const satisfies readonly ExportForm[];

/** The forms in which a dataset is of use. */
export function formsOf(dataset: DatasetName): readonly ExportForm[] {
  return DECLARATIONS[dataset].isForImport ? IMPORTED_FORMS : EXPORT_FORMS;
}

function csvForm(profile: CsvProfile): ExportForm {
  return `csv-${profile}`;
}

/** The form in which the signed-in user exports unless another one is chosen. */
export function useUsualForm(): ExportForm {
  const { exportFormat } = usePreferences();
  const { csvProfile } = useSettings();
  return formOf({ format: exportFormat, profile: csvProfile });
}

/** The profile of a CSV file; null for every other form. */
export function profileOf(form: ExportForm): CsvProfile | null {
  return formatOf(form).profile ?? null;
}

/** Format and profile in a request. */
export function formatOf(form: ExportForm): Pick<ExportRequest, 'format' | 'profile'> {
  if (form === 'csv-excel') return { format: 'csv', profile: 'excel' };
  return form === 'csv-data' ? { format: 'csv', profile: 'data' } : { format: form };
}

/** The form that a request asks for. */
export function formOf({
  format,
  profile = 'excel',
}: Pick<ExportRequest | MonthRequest, 'format' | 'profile'>): ExportForm {
  return format === 'csv' ? csvForm(profile) : format;
}

/** There is one button that exports on a page. */
export const PAGE_EXPORT_ID = 'page-export';

/** Something that a page offers as a file. */
export interface ExportChoice {
  readonly dataset: DatasetName;
  /** The query that the page itself sends; what is undefined, false or empty is left out. */
  readonly filters: Readonly<Record<string, unknown>>;
  /** Ids of the columns that are shown, see `useVisibleColumns`; absent: those of the dataset. */
  readonly columns?: readonly string[];
  /** Where the page calls it otherwise than the dataset is called. */
  readonly label?: string;
}
