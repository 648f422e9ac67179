import type { Page } from './platform.ts';

/** Rows as a JSON array in UTF-8, with the fields of the contract alone. */
export interface JsonRows {
  readonly bytes: Uint8Array;
  readonly count: number;
}

/**
 * A page whose rows are JSON already; they are read from it only where somebody asks for `rows`. A copy of the page
 * (`{ ...page, … }`) has the rows and not the bytes, so that rows that were changed are never sent unchanged.
 */
export class JsonPage<Row> implements Page<Row> {
  readonly total: number;
  declare readonly rows: readonly Row[];
  readonly #json: JsonRows;

  constructor(total: number, json: JsonRows) {
    this.total = total;
    this.#json = json;
    let rows: readonly Row[] | undefined;
    const read = () => {
      rows ??= JSON.parse(new TextDecoder().decode(json.bytes)) as readonly Row[];
      return rows;
    };
    Object.defineProperty(this, 'rows', { enumerable: true, get: read });
  }

  get json(): JsonRows {
    return this.#json;
  }
}

export function jsonRowsOf(rows: readonly unknown[]): JsonRows {
  return { bytes: new TextEncoder().encode(JSON.stringify(rows)), count: rows.length };
}
