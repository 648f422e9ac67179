import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { createPasswordHasher } from '../../../electron/base/password-hasher.ts';
import { createExporter } from '../../../electron/exports/exporter.ts';
import { createEmbeddedPlatform } from '../../../electron/platform/embedded/embedded-platform.ts';
import { readDayClosing } from '../../../shared/contract/day-closing.ts';
import {
  type CsvProfile,
  DATASETS,
  type DatasetName,
  type ExportFormat,
} from '../../../shared/contract/exports.ts';
import { readFinancialReport } from '../../../shared/contract/financial-report.ts';
import type { DatasetColumn } from '../../../shared/datasets/dataset.ts';
import { DECLARATIONS } from '../../../shared/datasets/declarations.ts';
import { type FixtureService, startFixtureService } from '../../support/fixture-service.ts';
import { linesOf, readPdf } from '../../support/read-pdf.ts';
import { CALLER } from '../../support/shop-fixture.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { apiTables, type ListDataset, type Table, YEAR } from './api-tables.ts';
import { FACES, type FaceCell } from './faces.ts';

const LISTS: readonly ListDataset[] = [
  'price-list',
  'price-tiers',
  'catalog',
  'discount-orders',
  'orders',
  'turnover-by-group',
  'payments',
  'product-sales',
  'customers',
];
const MACHINE_FACES = FACES.filter(({ name }) => ['CSV for programs', 'JSON lines'].includes(name));
const HEAD_COLUMNS = ['item', 'detail'];
const WITHOUT_DAYS: readonly DatasetName[] = ['price-list', 'price-tiers', 'catalog', 'customers'];

let service: FixtureService;
let tables: Readonly<Record<ListDataset, Table>>;

beforeAll(async () => {
  service = await startFixtureService();
  tables = await apiTables(service);
  return () => service.stop();
});

interface Asked {
  readonly dataset: DatasetName;
  readonly columns: readonly DatasetColumn[];
  readonly format: ExportFormat;
  readonly profile?: CsvProfile;
  readonly filters?: Readonly<Record<string, string>>;
}

/** The file as the window saves it: every column of the dataset, those about persons included. */
async function fileOf({ dataset, columns, format, profile, filters }: Asked): Promise<Buffer> {
  const { clock, store } = service;
  const platform = createEmbeddedPlatform({ db: store.db, clock, hasher: createPasswordHasher() });
  const exporter = createExporter({ platform, clock, ledgers: async () => ({}) });
  const { path, manifest } = await exporter.run({
    request: {
      dataset,
      filters: { ...(filters ?? (WITHOUT_DAYS.includes(dataset) ? {} : YEAR)) },
      columns: columns.map(({ id }) => id),
      format,
      ...(profile && { profile }),
      language: 'nl',
    },
    caller: CALLER.owner,
    targetPath: join(temporaryFolder(), `bestand.${format}`),
    tell: () => undefined,
    signal: new AbortController().signal,
  });
  expect(manifest.shortfall).toBeNull();
  return readFileSync(path);
}

describe('every list', () => {
  it('has rows in the shop that it is compared on', () => {
    for (const dataset of LISTS) expect(tables[dataset].length, dataset).toBeGreaterThan(0);
  });

  describe.each(LISTS)('%s', (dataset) => {
    const { columns } = DECLARATIONS[dataset];

    it.each(FACES)('as $name is what the API answers, cell by cell', async (face) => {
      const file = await fileOf({ dataset, columns, ...face });
      const expected = tables[dataset].map((row) =>
        columns.map((column) => face.expected(column, row[column.id] ?? null)),
      );
      expect(await face.read(file, columns)).toEqual(expected);
    });

    it('as PDF has the figures of each row on one line, in their order, and every word', async () => {
      const { pages } = await readPdf(await fileOf({ dataset, columns, format: 'pdf' }));
      const lines = pages.flatMap(linesOf);
      const letters = lines.join('').replaceAll(/\s/g, '');
      for (const row of tables[dataset]) {
        const figures = columns.flatMap((column) => printed(column, row[column.id] ?? null));
        expect(
          lines.some((line) => holdsInOrder(line.split('\t'), figures)),
          figures.join(' | '),
        ).toBe(true);
        for (const word of String(row.title ?? '').split(/\s+/)) expect(letters).toContain(word);
      }
    });
  });
});

describe('the reports', () => {
  it.each([
    ['financial-report', YEAR],
    ['day-closing', { date: '2026-10-01' }],
  ] as const)('%s has the same cells on every face', async (dataset, filters) => {
    const { columns: all, sectionColumn } = DECLARATIONS[dataset];
    // A workbook has a sheet for each section instead of the column.
    const columns = all.filter(({ id }) => id !== sectionColumn);
    const answered = await fileOf({ dataset, columns, filters, format: 'jsonl' });
    const values = jsonLinesOf(answered).map((line) => columns.map(({ id }) => line[id] ?? null));
    for (const face of FACES) {
      const cells = await face.read(await fileOf({ dataset, columns, filters, ...face }), columns);
      const expected = values.map((row) =>
        columns.map((column, index) => face.expected(column, row[index] ?? null)),
      );
      expect(cells, face.name).toEqual(expected);
    }
  });

  it.each(MACHINE_FACES)(
    'the financial report has moment and days as the API answers them, as $name',
    async (face) => {
      const { from, to, generated_at } = await service.read(readFinancialReport, {
        token: service.tokens.owner,
        query: YEAR,
      });
      const columns = DECLARATIONS['financial-report'].columns.filter(({ id }) => HEAD_COLUMNS.includes(id));
      const file = await fileOf({ dataset: 'financial-report', columns, filters: YEAR, ...face });
      const head = new Map((await face.read(file, columns)).map(([item, detail]) => [item, detail]));

      expect(generated_at).toMatch(/T.*\+0[12]:00$/);
      expect(head.get('Opgemaakt op')).toBe(generated_at);
      expect([head.get('Van'), head.get('Tot en met')]).toEqual([from, to]);
    },
  );

  it.each([
    ['financial-report', readFinancialReport, YEAR],
    ['day-closing', readDayClosing, { date: '2026-10-01' }],
  ] as const)('%s has every figure that the API answers', async (dataset, endpoint, filters) => {
    const { columns } = DECLARATIONS[dataset];
    const file = await fileOf({ dataset, columns, filters, format: 'jsonl' });
    const shown = new Set(
      jsonLinesOf(file)
        .flatMap((line) => Object.values(line))
        .flatMap((cell) => (typeof cell === 'number' ? [Math.abs(cell)] : [])),
    );
    const answer = await service.read<typeof readFinancialReport | typeof readDayClosing>(endpoint, {
      token: service.tokens.owner,
      query: filters,
    });
    for (const figure of figuresIn(answer)) expect(shown).toContain(Math.abs(figure));
  });
});

describe('the list of lists', () => {
  it('leaves out the reports and journals alone, which have tests of their own', () => {
    const apart: readonly DatasetName[] = ['financial-report', 'day-closing', 'journal', 'journal-snelstart'];
    expect([...LISTS, ...apart].toSorted()).toEqual([...DATASETS].toSorted());
  });
});

function jsonLinesOf(file: Buffer): Readonly<Record<string, FaceCell>>[] {
  const lines = file.toString().split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line));
}

/** A figure as it is printed; nothing for a cell that may take several lines. */
function printed({ kind }: DatasetColumn, value: string | number | boolean | null): string[] {
  if (value === null) return [];
  if (kind === 'euros' && typeof value === 'number') {
    const [whole = '', cents] = Math.abs(value).toFixed(2).split('.');
    return [`${value < 0 ? '−' : ''}${whole.replace(/\B(?=(?:\d{3})+$)/g, '.')},${cents}`];
  }
  if (kind === 'date') return [String(value).split('-').toReversed().join('-')];
  return [];
}

function holdsInOrder(texts: readonly string[], wanted: readonly string[]): boolean {
  let next = 0;
  for (const text of texts) if (text.trim() === wanted[next]) next += 1;
  return next === wanted.length;
}

/** Amounts and percentages of an answer; ids are none. */
function figuresIn(value: unknown, name = ''): number[] {
  if (typeof value === 'number') return /(^|_)id$/.test(name) ? [] : [value];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, inner]) => figuresIn(inner, Array.isArray(value) ? name : key));
}
