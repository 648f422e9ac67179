import type { DatasetColumn } from '../../shared/datasets/column.ts';
import type { DatasetDeclaration } from '../../shared/datasets/dataset-declaration.ts';
import { ExportError } from './export-error.ts';

/** The columns of a file: those asked for, or those that the dataset shows by itself. */
export function chooseColumns(
  dataset: DatasetDeclaration,
  asked: readonly string[] | undefined,
): readonly DatasetColumn[] {
  if (!asked) return dataset.columns.filter(({ isShown }) => isShown);
  const chosen = asked.map((id) => columnOf(dataset, id));
  if (new Set(chosen).size < chosen.length) {
    throw new ExportError('invalid_request', 'a column is named more than once');
  }
  return dataset.hasFixedOrder ? dataset.columns.filter((column) => chosen.includes(column)) : chosen;
}

function columnOf(dataset: DatasetDeclaration, id: string): DatasetColumn {
  const column = dataset.columns.find((candidate) => candidate.id === id);
  if (!column) throw new ExportError('invalid_request', `there is no column ${id}`);
  return column;
}
