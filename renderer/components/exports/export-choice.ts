import type { DatasetName } from '../../../shared/contract/exports.ts';

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
