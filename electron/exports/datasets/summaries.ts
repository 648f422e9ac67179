import type { Language, LocalizedText } from '../../../shared/contract/language.ts';
import type { DatasetColumn } from '../../../shared/datasets/dataset.ts';
import type { ExportRow, PaperTable } from '../dataset.ts';
import { createRunningSums } from '../running-sums.ts';

interface Summary {
  readonly title: LocalizedText;
  /** Id of the column that groups the rows. */
  readonly by: string;
  /** The columns that name a group. The last one also labels the total. */
  readonly named: readonly DatasetColumn[];
  readonly summed: readonly DatasetColumn[];
}

const TOTAL: LocalizedText = { nl: 'Totaal', en: 'Total' };

/** A table that adds up rows by group, in their order, and in total. */
export function createSummary(
  { title, by, named, summed }: Summary,
  rows: readonly ExportRow[],
  language: Language,
): PaperTable {
  const label = named.at(-1)?.id ?? by;
  const addUp = (added: readonly ExportRow[]) => {
    const sums = createRunningSums(summed);
    sums.add(added);
    const isKnown = (id: string) => added.some((row) => typeof row[id] === 'number');
    return Object.fromEntries(Object.entries(sums.read()).map(([id, sum]) => [id, isKnown(id) ? sum : null]));
  };
  return {
    title: title[language],
    columns: [...named, ...summed],
    rows: [
      ...[...Map.groupBy(rows, (row) => row[by] ?? null)].map(([key, same]) => ({
        ...Object.fromEntries(named.map(({ id }) => [id, same[0]?.[id] ?? null])),
        ...addUp(same),
        key: String(key),
      })),
      { ...addUp(rows), [label]: TOTAL[language], key: 'total', isSum: true },
    ],
  };
}

/** Columns of a declaration by their ids, in that order. */
export function pickColumns<Id extends string>(
  columns: readonly DatasetColumn<Id>[],
  ...ids: readonly NoInfer<Id>[]
): readonly DatasetColumn[] {
  return ids.flatMap((id) => columns.find((column) => column.id === id) ?? []);
}
