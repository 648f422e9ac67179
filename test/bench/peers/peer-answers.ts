/** The answer of a program in the form for comparison. Amounts and stock are integers, as in the store. */
export interface Answer {
  /** Ids of the rows, in order. */
  readonly ids: readonly number[];
  /** The number of matching rows, also beyond the page; `null` if it is not requested and not compared. */
  readonly total: number | null;
  readonly sums: Readonly<Record<string, number>>;
}

type RowFields = Readonly<Record<string, unknown>>;

/** Sums the named fields over rows, as the integers that `integerOf` returns. */
export function answerOf(
  rows: readonly RowFields[],
  total: number | null,
  fields: readonly string[],
  integerOf: (value: number, field: string) => number = (value) => value,
): Answer {
  const sumOf = (field: string) => rows.reduce((sum, row) => sum + integerOf(Number(row[field]), field), 0);
  return {
    ids: rows.map(({ id }) => Number(id)),
    total,
    sums: Object.fromEntries(fields.map((field) => [field, sumOf(field)])),
  };
}

/** Describes the first difference; `null` if both are equal. */
export function differenceOf(expected: Answer, given: Answer): string | null {
  if (given.total !== null && given.total !== expected.total) return `${given.total} rows, not ${expected.total}`;
  if (given.ids.length !== expected.ids.length) return `${given.ids.length} ids, not ${expected.ids.length}`;
  const at = expected.ids.findIndex((id, place) => given.ids[place] !== id);
  if (at >= 0) return `row ${at + 1} is ${given.ids[at]}, not ${expected.ids[at]}`;
  const field = Object.keys({ ...expected.sums, ...given.sums }).find(
    (name) => given.sums[name] !== expected.sums[name],
  );
  return field === undefined ? null : `${field} is ${given.sums[field]}, not ${expected.sums[field]}`;
}

/** All rows of several pages. */
export function joinAnswers(pages: readonly Answer[]): Answer {
  const sums: Record<string, number> = {};
  for (const page of pages) {
    for (const [field, sum] of Object.entries(page.sums)) sums[field] = (sums[field] ?? 0) + sum;
  }
  return { ids: pages.flatMap(({ ids }) => ids), total: pages[0]?.total ?? null, sums };
}
