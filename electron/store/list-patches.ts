/** A value that a list is sorted by, as SQLite gives it. */
export type Key = number | string | null;

/** How two keys compare; SQLite has null before everything else. */
export interface KeyOrder {
  readonly direction: 'asc' | 'desc';
  readonly nullsLast?: boolean;
}

/** A row with what decides its place: the keys, then the id. */
export interface KeyedRow {
  readonly id: number | null;
  readonly keys: readonly Key[];
}

/** A row that was written after the list was sorted. */
export interface PatchRow extends KeyedRow {
  readonly detail: string | null;
  readonly sums: readonly number[];
}

/** Rows `from` up to `before` of the sorted rows, or a row that is none of them. */
export type Piece = { readonly from: number; readonly before: number } | { readonly row: PatchRow };

/** As SQLite sorts the rows. */
export function compareRows(order: readonly KeyOrder[], one: KeyedRow, other: KeyedRow): number {
  for (const [index, term] of order.entries()) {
    const compared = compareKeys(term, one.keys[index] ?? null, other.keys[index] ?? null);
    if (compared !== 0) return compared;
  }
  return compareValues(one.id, other.id);
}

function compareKeys({ direction, nullsLast = false }: KeyOrder, one: Key, other: Key): number {
  if (nullsLast && (one === null) !== (other === null)) return one === null ? 1 : -1;
  const compared = compareValues(one, other);
  return direction === 'asc' ? compared : -compared;
}

const KIND = { object: 0, number: 1, string: 2 } as const;

/** Text by its bytes: JavaScript compares by other units. */
function compareValues(one: Key, other: Key): number {
  if (one === other) return 0;
  if (typeof one === 'string' && typeof other === 'string') return Buffer.compare(Buffer.from(one), Buffer.from(other));
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return kindOf(one) - kindOf(other);
}

function kindOf(key: Key): number {
  return KIND[typeof key as keyof typeof KIND];
}

/** A row before the sorted row `at`. */
interface Patch {
  readonly at: number;
  readonly row: PatchRow;
}

/** What writes have changed in a list of `length` sorted rows, which stay as they are. */
export function createPatches(length: number, order: readonly KeyOrder[]) {
  let patches: Patch[] = [];
  let removed: number[] = [];
  /** Ids whose sorted rows are removed. */
  const gone = new Set<number | null>();

  function* pieces(): Generator<Piece> {
    let from = 0;
    let next = 0;
    for (const at of [...removed, length]) {
      for (let patch = patches[next]; patch && patch.at <= at; patch = patches[++next]) {
        if (patch.at > from) yield { from, before: patch.at };
        from = Math.max(from, patch.at);
        yield { row: patch.row };
      }
      if (at > from) yield { from, before: at };
      from = at + 1;
    }
  }

  return {
    get size() {
      return patches.length + removed.length;
    },
    get total() {
      return length - removed.length + patches.length;
    },
    /** Whether the sorted row of this id, if there ever was one, is removed already. */
    isGone: (id: number | null) => gone.has(id),
    /** Rows that belong to none of the sorted ones. */
    rows: () => patches.map(({ row }) => row),

    /** Takes away all rows of these ids: their places among the sorted rows are `places`. */
    remove(ids: ReadonlySet<number | null>, places: readonly number[]): void {
      patches = patches.filter(({ row }) => !ids.has(row.id));
      removed = [...removed, ...places].sort((one, other) => one - other);
      for (const id of ids) gone.add(id);
    },

    add(added: readonly Patch[]): void {
      patches = [...patches, ...added].sort(
        (one, other) => one.at - other.at || compareRows(order, one.row, other.row),
      );
    },

    /** The rows of a page, in their order. */
    page(start: number, limit: number): Piece[] {
      const found: Piece[] = [];
      let [skip, left] = [start, limit];
      for (const piece of pieces()) {
        const rows = 'row' in piece ? 1 : piece.before - piece.from;
        const taken = Math.min(rows - skip, left);
        if (taken > 0) {
          found.push('row' in piece ? piece : { from: piece.from + skip, before: piece.from + skip + taken });
          left -= taken;
        }
        skip = Math.max(0, skip - rows);
        if (left === 0) break;
      }
      return found;
    },
  };
}

export type Patches = ReturnType<typeof createPatches>;
