import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createInflateRaw } from 'node:zlib';
import type { ExportManifest } from '../../shared/contract/exports.ts';
import type { CellValue, ColumnKind } from '../../shared/datasets/dataset.ts';
import { DECLARATIONS } from '../../shared/datasets/declarations.ts';
import { fromSerialDate, unescapeXml } from './writers/xlsx-cells.ts';
import { toLetters } from './writers/xlsx-sheet.ts';

/** Values in the order of the columns. */
export type FileRow = readonly CellValue[];

/** Reads the rows that an export wrote. Amounts are numbers; everything else is the text of the file. */
export function readFileRows(path: string, { request, columns }: Pick<ExportManifest, 'request' | 'columns'>) {
  const declared = new Map(DECLARATIONS[request.dataset].columns.map(({ id, kind }) => [id, kind]));
  const kinds = columns.map((id) => declared.get(id) ?? 'text');
  switch (request.format) {
    case 'csv':
      return readCsv(path, request.profile === 'data' ? ',' : ';', kinds);
    case 'xlsx':
      return readFirstSheet(path, kinds);
    default:
      return readJsonLines(path, columns);
  }
}

async function* readJsonLines(path: string, columns: readonly string[]): AsyncGenerator<FileRow> {
  for await (const line of splitText(createReadStream(path, 'utf8'), '\n')) {
    const row: Readonly<Record<string, CellValue>> = JSON.parse(line);
    yield columns.map((id) => row[id] ?? null);
  }
}

async function* readCsv(path: string, separator: ',' | ';', kinds: readonly ColumnKind[]): AsyncGenerator<FileRow> {
  const cells = new RegExp(`(?:"((?:[^"]|"")*)"|([^${separator}\\r]*))(?:${separator}|\\r?$)`, 'gy');
  let record = '';
  let isHeading = true;
  for await (const line of splitText(createReadStream(path, 'utf8'), '\n')) {
    record += record === '' ? line : `\n${line}`;
    // A quoted text may continue after the end of a line.
    if (record.split('"').length % 2 === 0) continue;
    const texts = Array.from(
      record.matchAll(cells),
      ([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain,
    );
    if (!isHeading) yield kinds.map((kind, at) => toValue(kind, texts[at] ?? ''));
    isHeading = false;
    record = '';
  }
}

const NUMBER = /^-?\d+(?:[.,]\d+)?$/;

const NUMBER_KINDS: ReadonlySet<ColumnKind> = new Set(['euros', 'unit-price', 'percentage', 'number', 'integer']);

function toValue(kind: ColumnKind, text: string): CellValue {
  if (text === '') return null;
  // A column of numbers may hold words, such as those for an exempt rate.
  return NUMBER_KINDS.has(kind) && NUMBER.test(text) ? Number(text.replace(',', '.')) : text;
}

/**
 * The local header of a file in a zip: its length, and the offsets of the lengths of the name and the extra field, which
 * follow it.
 */
const ZIP_HEADER = { length: 30, nameLengthAt: 26, extraLengthAt: 28 } as const;

const CELL =
  /<c r="([A-Z]+)\d+" s="\d+"(?: t="inlineStr"><is><t xml:space="preserve">([^<]*)<\/t><\/is>|><v>([^<]*)<\/v>)<\/c>/g;

/** The rows of a list are the first sheet of our workbooks, and the first file in the zip. */
async function* readFirstSheet(path: string, kinds: readonly ColumnKind[]): AsyncGenerator<FileRow> {
  const positions = new Map(kinds.map((_, at) => [toLetters(at), at]));
  const sheet = createInflateRaw().setEncoding('utf8');
  const file = createReadStream(path, { start: await findFirstContent(path) });
  file.on('error', (error) => sheet.destroy(error)).pipe(sheet);
  let isHeading = true;
  try {
    for await (const row of splitText(sheet, '</row>')) {
      if (row.includes('</sheetData>')) return;
      const values: CellValue[] = kinds.map(() => null);
      for (const [, letters = '', text, number] of row.matchAll(CELL)) {
        const at = positions.get(letters) ?? 0;
        values[at] = text === undefined ? fromSheetNumber(kinds[at], Number(number)) : unescapeXml(text);
      }
      if (!isHeading) yield values;
      isHeading = false;
    }
  } finally {
    file.destroy();
    sheet.destroy();
  }
}

function fromSheetNumber(kind: ColumnKind | undefined, number: number): CellValue {
  if (kind === 'date') return fromSerialDate(number).slice(0, 10);
  return kind === 'timestamp' ? fromSerialDate(number) : number;
}

async function findFirstContent(path: string): Promise<number> {
  const file = await open(path);
  try {
    const { buffer: header } = await file.read(Buffer.alloc(ZIP_HEADER.length), 0, ZIP_HEADER.length, 0);
    return (
      ZIP_HEADER.length + header.readUInt16LE(ZIP_HEADER.nameLengthAt) + header.readUInt16LE(ZIP_HEADER.extraLengthAt)
    );
  } finally {
    await file.close();
  }
}

/** `node:readline` treats characters that texts may hold (U+2028) as line ends. */
async function* splitText(chunks: AsyncIterable<string>, end: string): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of chunks) {
    const parts = (rest + chunk).split(end);
    rest = parts.pop() ?? '';
    yield* parts;
  }
  if (rest !== '') yield rest;
}
