import { EXPORT_FORMS, type ExportForm } from '../../../shared/contract/export-forms.ts';
import type { DatasetName, ExportRequest, MonthRequest } from '../../../shared/contract/exports.ts';
import { DECLARATIONS } from '../../../shared/datasets/declarations.ts';

/** The formats with their own button. */
export const BUTTON_FORMS = ['csv-excel', 'xlsx'] as const satisfies readonly ExportForm[];

/** The formats for other programs, which staff seldom need. */
const PROGRAM_FORMS: readonly ExportForm[] = ['csv-data', 'jsonl'];

/** The useful formats of a dataset, or of a month package without one: for staff, and for other programs. */
export function listForms(dataset?: DatasetName): Readonly<Record<'usual' | 'forPrograms', readonly ExportForm[]>> {
  const offered = EXPORT_FORMS.filter((form) => dataset === undefined || isOffered(dataset, form));
  return {
    usual: offered.filter((form) => !PROGRAM_FORMS.includes(form)),
    forPrograms: offered.filter((form) => PROGRAM_FORMS.includes(form)),
  };
}

/** A dataset that another program imports must be a table. */
export function isOffered(dataset: DatasetName, form: ExportForm): boolean {
  return !DECLARATIONS[dataset].isForImport || (form !== 'pdf' && form !== 'jsonl');
}

/** Converts a form to the format and profile of a request. */
export function toFormat(form: ExportForm): Pick<ExportRequest, 'format' | 'profile'> {
  if (form === 'csv-excel') return { format: 'csv', profile: 'excel' };
  return form === 'csv-data' ? { format: 'csv', profile: 'data' } : { format: form };
}

/** Converts the format and profile of a request to a form. */
export function toForm({
  format,
  profile = 'excel',
}: Pick<ExportRequest | MonthRequest, 'format' | 'profile'>): ExportForm {
  return format === 'csv' ? `csv-${profile}` : format;
}

/** The id of the button that Ctrl+E presses. A page has one. */
export const PAGE_EXPORT_ID = 'page-export';

/** An export that a page offers. */
export interface ExportChoice {
  readonly dataset: DatasetName;
  /** The query of the page. Values that are `undefined`, `false` or empty are left out. */
  readonly filters: Readonly<Record<string, unknown>>;
  /** Ids of the visible columns; see `useVisibleColumns`. Default: all columns of the dataset. */
  readonly columns?: readonly string[];
  /** Default: the name of the dataset. */
  readonly label?: string;
}
