import type { ExportRow } from '../dataset.ts';

/** Rows that follow one another under the same name. */
export interface SheetSection {
  /** Null where there is no row at all. */
  readonly name: string | null;
  /** To be read to its end before the next section is asked for. */
  rows(): AsyncIterable<readonly ExportRow[]>;
  /** Known when its rows are at their end. */
  isLast(): boolean;
}

/** Parts rows by what `nameOf` says of each, in their order; always gives a section, if only one without rows. */
export async function* sectionsOf(
  batches: AsyncIterable<readonly ExportRow[]>,
  nameOf: (row: ExportRow) => string,
): AsyncGenerator<SheetSection> {
  const iterator = batches[Symbol.asyncIterator]();
  let waiting: readonly ExportRow[] = [];
  let isDone = false;

  /** The first row that no section had yet. */
  async function nextRow(): Promise<ExportRow | undefined> {
    while (waiting.length === 0 && !isDone) {
      const next = await iterator.next();
      if (next.done === true) isDone = true;
      else waiting = next.value;
    }
    return waiting[0];
  }

  async function* rowsOf(name: string | null): AsyncGenerator<readonly ExportRow[]> {
    let row = await nextRow();
    while (row !== undefined && nameOf(row) === name) {
      const end = waiting.findIndex((candidate) => nameOf(candidate) !== name);
      const rows = end === -1 ? waiting : waiting.slice(0, end);
      waiting = waiting.slice(rows.length);
      yield rows;
      row = await nextRow();
    }
  }

  try {
    let row = await nextRow();
    do {
      const name = row === undefined ? null : nameOf(row);
      yield { name, rows: () => rowsOf(name), isLast: () => isDone };
      row = await nextRow();
    } while (row !== undefined);
  } finally {
    await iterator.return?.();
  }
}
