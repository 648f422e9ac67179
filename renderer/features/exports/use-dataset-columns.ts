import type { DatasetName } from '../../../shared/contract/exports.ts';
import type { DatasetColumn } from '../../../shared/datasets/column.ts';
import { DECLARATIONS } from '../../../shared/datasets/declarations.ts';
import { useLanguage } from '../../lib/language.ts';

interface DatasetColumns {
  /** Undefined for a column that an older version wrote and this one does not know. */
  readonly columnOf: (id: string) => DatasetColumn | undefined;
  /** What staff call it in the language in use; the id of a column that is not known. */
  readonly headingOf: (id: string) => string;
}

export function useDatasetColumns(dataset: DatasetName): DatasetColumns {
  const language = useLanguage();
  const columnOf = (id: string) => DECLARATIONS[dataset].columns.find((column) => column.id === id);
  const headingOf = (id: string) => {
    const column = columnOf(id);
    return (column?.label ?? column?.heading)?.[language] ?? id;
  };
  return { columnOf, headingOf };
}
