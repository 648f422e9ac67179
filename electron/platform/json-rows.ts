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
