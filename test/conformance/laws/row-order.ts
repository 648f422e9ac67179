export type Compare<Row> = (left: Row, right: Row) => number;
type KeyOf<Row> = (row: Row) => number | string;

/** Rows by one key after the other. */
export function ascending<Row>(...keys: KeyOf<Row>[]): Compare<Row> {
  return (left, right) => {
    for (const keyOf of keys) {
      const [a, b] = [keyOf(left), keyOf(right)];
      if (a !== b) return a < b ? -1 : 1;
    }
    return 0;
  };
}

/** The first key in the direction of a `sort`, which is down behind a `-`; ties always upwards by `tie`. */
export function sortedBy<Row>(sort: string, keyOf: KeyOf<Row>, tie: KeyOf<Row>): Compare<Row> {
  const first = ascending(keyOf);
  const rest = ascending(tie);
  const direction = sort.startsWith('-') ? -1 : 1;
  return (left, right) => direction * first(left, right) || rest(left, right);
}

/** A moment of the wire as a key. */
export function momentOf(timestamp: string): number {
  return Date.parse(timestamp);
}
