import type { DatasetDeclaration } from '../../../shared/datasets/dataset.ts';

/** The Dutch heading of a column, on the screen as in the file. */
export function columnHeading<Id extends string>({ columns }: DatasetDeclaration<Id>, id: Id): string {
  const column = columns.find((candidate) => candidate.id === id);
  if (!column) throw new Error(`There is no column ${id}.`);
  return column.heading.nl;
}
