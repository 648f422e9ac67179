import { parse } from 'csv-parse/sync';
import type { CsvProfile, ExportFormat } from '../../../shared/contract/exports.ts';
import type { CellValue, DatasetColumn } from '../../../shared/datasets/dataset.ts';
import { readXlsx } from '../../support/read-xlsx.ts';

/** A cell as a file holds it; what is empty is null. */
export type FaceCell = string | number | boolean | null;

export interface Face {
  readonly name: string;
  readonly format: ExportFormat;
  /** Of CSV. */
  readonly profile?: CsvProfile;
  /** Cells of the data rows in the order of the columns, with a header that was checked. */
  read(file: Buffer, columns: readonly DatasetColumn[]): Promise<readonly (readonly FaceCell[])[]>;
  /** What the file is to hold for a value of the API. */
  expected(column: DatasetColumn, value: CellValue): FaceCell;
}

const NUMBERS = new Set(['euros', 'unit-price', 'percentage', 'number', 'integer']);

export const FACES: readonly Face[] = [
  {
    name: 'CSV for Excel',
    format: 'csv',
    profile: 'excel',
    async read(file, columns) {
      const [header, ...rows] = csvRows(file, ';');
      expectHeader(
        header,
        columns.map(({ heading }) => heading.nl),
      );
      return rows.map((row) =>
        row.map((cell, index) => typed(columns[index], cell.replace(/^'(?='*[=+\-@\t\r\n＝＋－＠])/, ''), ',')),
      );
    },
    expected: failureMessage,
  },
  {
    name: 'CSV for programs',
    format: 'csv',
    profile: 'data',
    async read(file, columns) {
      const [header, ...rows] = csvRows(file, ',');
      expectHeader(
        header,
        columns.map(({ id }) => id),
      );
      return rows.map((row) => row.map((cell, index) => typed(columns[index], cell, '.')));
    },
    expected: (_column, value) => (typeof value === 'boolean' ? String(value) : emptyAsNull(value)),
  },
  {
    name: 'JSON lines',
    format: 'jsonl',
    async read(file, columns) {
      const lines = file.toString().split('\n').slice(0, -1);
      return lines.map((line) => {
        const object: Record<string, FaceCell> = JSON.parse(line);
        expectHeader(
          Object.keys(object),
          columns.map(({ id }) => id),
        );
        return Object.values(object).map(emptyAsNull);
      });
    },
    expected: (_column, value) => emptyAsNull(value),
  },
  {
    name: 'XLSX',
    format: 'xlsx',
    async read(file, columns) {
      const { sheets } = await readXlsx(file);
      return sheets.flatMap(({ rows: [header, ...rows] }) => {
        expectHeader(
          header,
          columns.map(({ heading }) => heading.nl),
        );
        // An empty row parts the table from its totals.
        const end = rows.findIndex((row) => row.every((cell) => cell === null));
        const table = end === -1 ? rows : rows.slice(0, end);
        return table.map((row) => columns.map((column, index) => workbookCell(column, row[index] ?? null)));
      });
    },
    expected: failureMessage,
  },
];

function csvRows(file: Buffer, delimiter: string): string[][] {
  return parse(file, { bom: true, delimiter, record_delimiter: '\r\n' });
}

function expectHeader(header: unknown, headings: readonly string[]): void {
  if (JSON.stringify(header) !== JSON.stringify(headings)) {
    throw new Error(`the header is ${JSON.stringify(header)} and not ${JSON.stringify(headings)}`);
  }
}

function typed(column: DatasetColumn | undefined, cell: string, mark: string): FaceCell {
  if (cell === '') return null;
  return column && NUMBERS.has(column.kind) ? Number(cell.replace(mark, '.')) : cell;
}

function workbookCell({ kind }: DatasetColumn, cell: FaceCell | Date): FaceCell {
  if (!(cell instanceof Date)) return cell;
  const wallTime = cell.toISOString().slice(0, 19).replace('T', ' ');
  return kind === 'date' ? wallTime.slice(0, 10) : wallTime;
}

/** The words that staff read; of a moment the local time. */
function failureMessage({ kind, choices, holdsMoments }: DatasetColumn, value: CellValue): FaceCell {
  if (typeof value === 'boolean') return value ? 'Ja' : 'Nee';
  if (kind === 'choice' && value !== null) return choices[String(value)]?.nl ?? value;
  const isMoment = kind === 'timestamp' || (holdsMoments && /^\d{4}-\d{2}-\d{2}T/.test(String(value)));
  if (isMoment && value !== null) return String(value).slice(0, 19).replace('T', ' ');
  return emptyAsNull(value);
}

function emptyAsNull(value: FaceCell): FaceCell {
  return value === '' ? null : value;
}
