import { Readable } from 'node:stream';
import type { AnsweredRows, JsonRows } from '../../platform/json-rows.ts';
import type { Page } from '../../platform/platform.ts';

interface List<Row> {
  count: number;
  total: number;
  data: Row[];
}

interface PageRange {
  start: number;
  limit: number;
}

/** A list that is answered whole. */
export function listOf<Row>(rows: readonly Row[]): List<Row> {
  return { count: rows.length, total: rows.length, data: [...rows] };
}

/** A page after the fields of `head`, with the rows sent as they are where the platform has them as JSON. */
export function pageAnswer<Row, Head extends object>(
  head: Head,
  { start, limit }: PageRange,
  page: Page<Row>,
): (Head & List<Row> & PageRange) | WrittenAnswer<Head & List<Row> & PageRange> {
  const { json, total } = page;
  if (!json) return { ...head, start, limit, count: page.rows.length, total, data: [...page.rows] };
  const frame = JSON.stringify({ ...head, start, limit, count: json.count, total });
  return new WrittenAnswer(`${frame.slice(0, -1)},"data":`, json.bytes, '}');
}

/** All rows of several batches as one list after the fields of `head`, sent as they are where all of them are JSON. */
export function batchesAnswer<Row, Head extends object>(
  head: Head,
  batches: readonly AnsweredRows<Row>[],
): (Head & List<Row>) | WrittenAnswer<Head & List<Row>> {
  const written = batches.flatMap(({ json }) => json ?? []);
  if (written.length < batches.length) return { ...head, ...listOf(batches.flatMap(({ rows }) => rows)) };
  const count = written.reduce((sum, json) => sum + json.count, 0);
  const frame = JSON.stringify({ ...head, count, total: count });
  return new WrittenAnswer(`${frame.slice(0, -1)},"data":[`, ...joined(written), ']}');
}

function joined(arrays: readonly JsonRows[]): (Uint8Array | string)[] {
  const filled = arrays.filter(({ count }) => count > 0);
  return filled.flatMap(({ bytes }, index) => [index === 0 ? '' : ',', bytes.subarray(1, -1)]);
}

/** Bytes above which an answer is sent in its parts: to join them would block the event loop and take as much memory again. */
const MOST_JOINED = 2 ** 20;

/** An answer that is JSON in UTF-8 already, with the fields of the contract alone. */
export class WrittenAnswer<Answer> {
  readonly byteLength: number;
  readonly #parts: readonly Uint8Array[];
  /** Nothing but the type: what the bytes say. */
  declare readonly answer: Answer;

  constructor(...parts: readonly (string | Uint8Array)[]) {
    const encoded = parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part));
    this.byteLength = encoded.reduce((sum, { byteLength }) => sum + byteLength, 0);
    this.#parts = this.byteLength > MOST_JOINED ? encoded : [Buffer.concat(encoded, this.byteLength)];
  }

  /** What is sent to the client. */
  body(): Uint8Array | Readable {
    const [whole, ...rest] = this.#parts;
    return whole && rest.length === 0 ? whole : Readable.from(this.#parts, { objectMode: false });
  }

  read(): Answer {
    return JSON.parse(Buffer.concat(this.#parts).toString()) as Answer;
  }
}
