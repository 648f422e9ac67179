import { EXPORT_FORMS, type ExportForm } from '../../../shared/contract/export-forms.ts';
import type { DatasetName, ExportRequest, MonthRequest } from '../../../shared/contract/exports.ts';
import { DECLARATIONS } from '../../../shared/datasets/declarations.ts';

/** The forms with a button of their own. */
export const FORMS_OF_BUTTONS = ['csv-excel', 'xlsx'] as const satisfies readonly ExportForm[];

/** The forms for other programs, which staff seldom need. */
const FORMS_FOR_PROGRAMS: readonly ExportForm[] = ['csv-data', 'jsonl'];

/** The forms in which a dataset is of use, or a month package if there is none: for staff, and for other programs. */
export function formsOf(dataset?: DatasetName): Readonly<Record<'usual' | 'forPrograms', readonly ExportForm[]>> {
  const offered = EXPORT_FORMS.filter((form) => dataset === undefined || isFormOf(dataset, form));
  return {
    usual: offered.filter((form) => !FORMS_FOR_PROGRAMS.includes(form)),
    forPrograms: offered.filter((form) => FORMS_FOR_PROGRAMS.includes(form)),
  };
}

/** What another program imports is a table. */
export function isFormOf(dataset: DatasetName, form: ExportForm): boolean {
  return !DECLARATIONS[dataset].isForImport || (form !== 'pdf' && form !== 'jsonl');
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
  return format === 'csv' ? `csv-${profile}` : format;
}

/** What Ctrl+E presses: there is one on a page. */
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
