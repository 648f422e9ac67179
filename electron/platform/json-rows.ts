/** Rows as a JSON array in UTF-8, with the fields of the contract alone. */
export interface JsonRows {
  readonly bytes: Uint8Array;
  readonly count: number;
}

/** Rows of an answer. */
export interface AnsweredRows<Row> {
  readonly rows: readonly Row[];
  /** The same rows as JSON, where the platform has them so: they are sent as they are. See `withJsonRows`. */
  readonly json?: JsonRows;
}

/**
 * An answer whose rows are JSON already; they are read from it only where somebody asks for `rows`. A copy of the
 * answer (`{ ...page, … }`) has the rows and not the JSON, so that rows that were changed are never sent unchanged.
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

  constructor(json: JsonRows) {
    this.#json = json;
    let rows: readonly Row[] | undefined;
    const read = () => {
      rows ??= JSON.parse(new TextDecoder().decode(json.bytes)) as readonly Row[];
      return rows;
    };
    // Of the answer itself, so that a copy has them; a getter of the class would be left behind as `json` is.
    Object.defineProperty(this, 'rows', { enumerable: true, get: read });
  }

  get json(): JsonRows {
    return this.#json;
  }
}
