import type { Dataset, ExportColumn } from './dataset.ts';
import { ExportError } from './export-error.ts';

/** The columns of a file: those asked for, or those that the dataset shows by itself. */
export function chooseColumns(
  dataset: Dataset,
  asked: readonly string[] | undefined,
): readonly ExportColumn[] {
  if (!asked) return dataset.columns.filter(({ isShown }) => isShown);
  const chosen = asked.map((id) => columnOf(dataset, id));
  if (new Set(chosen).size < chosen.length) {
    throw new ExportError('invalid_request', 'a column is named more than once');
  }
  return dataset.hasFixedOrder ? dataset.columns.filter((column) => chosen.includes(column)) : chosen;
}

function columnOf(dataset: Dataset, id: string): ExportColumn {
  const column = dataset.columns.find((candidate) => candidate.id === id);
  if (!column) throw new ExportError('invalid_request', `there is no column ${id}`);
  return column;
}
