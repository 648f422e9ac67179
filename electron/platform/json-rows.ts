/** Rows as a JSON array in UTF-8, with the fields of the contract alone. */
export interface JsonRows {
  readonly bytes: Uint8Array;
  readonly count: number;
}

export interface AnsweredRows<Row> {
  readonly rows: readonly Row[];
  /** The same rows as JSON, where the platform has them so: they are sent as they are. See `withJsonRows`. */
  readonly json?: JsonRows;
}

/**
 * Rows are parsed only where `rows` is read. A copy (`{ ...page }`) has no `json`: changed rows must not be sent so.
 */
export function withJsonRows<Row, Rest extends object>(rest: Rest, json: JsonRows): Rest & AnsweredRows<Row> {
  return Object.assign(new UnreadRows<Row>(json), rest);
}

export function hasRows(answer: unknown): answer is AnsweredRows<unknown> {
  return typeof answer === 'object' && answer !== null && 'rows' in answer;
}

/** An answer as JSON, which is copied far faster than records, and which nobody can change. */
export interface PackedAnswer {
  /** The whole value; the rows are left out where `rows` has them. */
  readonly json: string;
  readonly rows?: JsonRows;
}

/** By default with rows that are JSON as they are. */
export function packAnswer(answer: unknown, rows = hasRows(answer) ? answer.json : undefined): PackedAnswer {
  if (!hasRows(answer) || rows === undefined) return { json: JSON.stringify(answer) };
  // Does not read the member `rows`: that would parse rows that are JSON already.
  const names = (Object.keys(answer) as (keyof typeof answer)[]).filter((name) => name !== 'rows');
  return { json: JSON.stringify(Object.fromEntries(names.map((name) => [name, answer[name]]))), rows };
}

/** A new value each time. */
export function unpackAnswer({ json, rows }: PackedAnswer): unknown {
  const value = JSON.parse(json);
  return rows === undefined ? value : withJsonRows(value, rows);
}

export function jsonRowsOf(rows: readonly unknown[]): JsonRows {
  return { bytes: new TextEncoder().encode(JSON.stringify(rows)), count: rows.length };
}

class UnreadRows<Row> implements AnsweredRows<Row> {
  declare readonly rows: readonly Row[];
  readonly #json: JsonRows;
  #rows: readonly Row[] | undefined;

  constructor(json: JsonRows) {
    this.#json = json;
    // An own property, so that a copy has it; a getter of the class would not be copied, as `json` is not.
    Object.defineProperty(this, 'rows', UnreadRows.#ownRows);
  }

  get json(): JsonRows {
    return this.#json;
  }

  // One function for all: with one of its own each object would get a hidden class of its own, which holds the rows for long.
  static readonly #ownRows: PropertyDescriptor & ThisType<UnreadRows<unknown>> = {
    enumerable: true,
    get() {
      this.#rows ??= JSON.parse(new TextDecoder().decode(this.#json.bytes)) as readonly unknown[];
      return this.#rows;
    },
  };
}
