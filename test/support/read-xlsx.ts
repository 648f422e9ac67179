import readExcelFile from 'read-excel-file/node';
import { readZip } from './read-zip.ts';

export type ReadCell = string | number | boolean | Date | null;

export interface ReadSheet {
  readonly name: string;
  /**
   * The rows as a second library reads them, the header first. Missing rows and cells are `null`. The local time of a
   * date is in its UTC fields.
   */
  readonly rows: readonly (readonly ReadCell[])[];
  readonly xml: string;
}

export interface ReadWorkbook {
  readonly sheets: readonly ReadSheet[];
  /** Every part by its name, in zip order. */
  readonly parts: ReadonlyMap<string, string>;
}

export async function readXlsx(bytes: Uint8Array): Promise<ReadWorkbook> {
  const files = await readZip(Buffer.from(bytes));
  const parts = new Map([...files].map(([name, file]) => [name, file.toString()]));
  const read = await readExcelFile(Buffer.from(bytes), { trim: false });
  const sheets = read.map(({ sheet, data }, index) => ({
    name: sheet,
    rows: data.map((row) => row.map(cellOf)),
    xml: parts.get(`xl/worksheets/sheet${index + 1}.xml`) ?? '',
  }));
  return { sheets, parts };
}

function cellOf(value: unknown): ReadCell {
  // A fraction of a day is seldom a whole number of milliseconds.
  if (value instanceof Date) return new Date(Math.round(value.getTime() / 1_000) * 1_000);
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  if (value === null) return null;
  throw new TypeError(`not a cell: ${value}`);
}
