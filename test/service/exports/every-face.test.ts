import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { createPasswordHasher } from '../../../electron/base/password-hasher.ts';
import { createEmbeddedPlatform } from '../../../electron/platform/embedded/embedded-platform.ts';
import { listCustomers, listSegments } from '../../../shared/contract/customers.ts';
import { readDayClosing } from '../../../shared/contract/day-closing.ts';
import { listDiscountOrders } from '../../../shared/contract/discount-orders.ts';
import { type CsvProfile, DATASETS, type DatasetName, type ExportFormat } from '../../../shared/contract/exports.ts';
import { readFinancialReport } from '../../../shared/contract/financial-report.ts';
import type { Ledgers } from '../../../shared/contract/ledgers.ts';
import { listOrderItems, listOrderPayments } from '../../../shared/contract/order-rows.ts';
import { listOrders } from '../../../shared/contract/orders.ts';
import { readPaymentsReport } from '../../../shared/contract/payments-report.ts';
import { listProductPrices } from '../../../shared/contract/product-prices.ts';
import { readProductSales } from '../../../shared/contract/product-sales.ts';
import { listProducts } from '../../../shared/contract/products.ts';
import { listShops } from '../../../shared/contract/shops.ts';
import { listTaxRates } from '../../../shared/contract/tax-rates.ts';
import { listTurnoverGroups } from '../../../shared/contract/turnover-groups.ts';
import type { CellValue, DatasetColumn, DatasetDeclaration } from '../../../shared/datasets/dataset.ts';
import { DECLARATIONS } from '../../../shared/datasets/declarations.ts';
import { bookReport } from '../../../shared/journal.ts';
import { fromUnits, getPercentage, toUnits } from '../../support/exact-euros.ts';
import { type FixtureService, startFixtureService } from '../../support/fixture-service.ts';
import { assertKnown } from '../../support/known-figure.ts';
import { createPlainExporter } from '../../support/plain-exporter.ts';
import { joinLines, readPdf } from '../../support/read-pdf.ts';
import { readXlsx } from '../../support/read-xlsx.ts';
import { CALLER } from '../../support/shop-fixture.ts';
import { createTemporaryFolder } from '../../support/temporary-folder.ts';
import { openPerFile } from '../../support/test-scope.ts';
import { assertWholeReport } from '../../support/whole-report.ts';

/** A cell as a file has it; `null` if it is empty. */
type FaceCell = string | number | boolean | null;

interface Face {
  readonly name: string;
  readonly format: ExportFormat;
  /** Only for CSV. */
  readonly profile?: CsvProfile;
  /** Cells of the data rows in the order of the columns; checks the header. */
  read(file: Buffer, columns: readonly DatasetColumn[]): Promise<readonly (readonly FaceCell[])[]>;
  /** What the file should have for a value of the API. Its row may have a label for it. */
  expected(column: DatasetColumn, value: CellValue, row?: Table[number]): FaceCell;
}

const NUMBERS = new Set(['euros', 'unit-price', 'percentage', 'number', 'integer']);

const FACES: readonly Face[] = [
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
    expected: textForStaff,
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
    expected: ({ kind }, value) =>
      typeof value === 'boolean' || (kind === 'text' && typeof value === 'number') ? String(value) : emptyAsNull(value),
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
      const ofRows = sheets.filter(({ name }) => !FURTHER_SHEETS.includes(name));
      return ofRows.flatMap(({ rows: [header, ...rows] }) => {
        expectHeader(
          header,
          columns.map(({ heading }) => heading.nl),
        );
        // An empty row separates the tables of a report from their notes.
        const end = rows.findIndex((row) => row.every((cell) => cell === null));
        const table = end === -1 ? rows : rows.slice(0, end);
        return table.map((row) => columns.map((column, index) => workbookCell(column, row[index] ?? null)));
      });
    },
    expected: (column, value, row) =>
      value === null ? (column.emptyAs?.nl ?? null) : textForStaff(column, value, row),
  },
];

/** Sheets about the file itself, its totals, and tables that sum its rows. */
const FURTHER_SHEETS = [
  ...['Over dit bestand', 'Totaal', 'Per betaalwijze', 'Per dag', 'Per omzetgroep', 'Naar dagen sinds orderdatum'],
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
  // A label instead of a number starts with a letter.
  const isLabel = column?.labelFrom !== undefined && /^\p{L}/u.test(cell);
  return column && NUMBERS.has(column.kind) && !isLabel ? Number(cell.replace(mark, '.')) : cell;
}

function workbookCell({ kind }: DatasetColumn, cell: FaceCell | Date): FaceCell {
  if (!(cell instanceof Date)) return cell;
  const wallTime = cell.toISOString().slice(0, 19).replace('T', ' ');
  // A day in a text column is a date, too.
  const isDay = kind === 'date' || (kind === 'text' && wallTime.endsWith(' 00:00:00'));
  return isDay ? wallTime.slice(0, 10) : wallTime;
}

/** The text that staff read; timestamps are in local time. */
function textForStaff(column: DatasetColumn, value: CellValue, row: Table[number] = {}): FaceCell {
  const { kind, choices, hasTimestamps, labelFrom = '' } = column;
  if (row[labelFrom]) return row[labelFrom];
  if (typeof value === 'boolean') return value ? 'Ja' : 'Nee';
  if (kind === 'text' && typeof value === 'number') return String(value);
  if (kind === 'choice' && value !== null) return choices[String(value)]?.nl ?? value;
  const isMoment = kind === 'timestamp' || (hasTimestamps && /^\d{4}-\d{2}-\d{2}T/.test(String(value)));
  if (isMoment && value !== null) return String(value).slice(0, 19).replace('T', ' ');
  return emptyAsNull(value);
}

function emptyAsNull(value: FaceCell): FaceCell {
  return value === '' ? null : value;
}

const LISTS: readonly ListDataset[] = [
  'price-list',
  'price-tiers',
  'catalog',
  'discount-orders',
  'orders',
  'turnover-by-group',
  'payments',
  'order-items',
  'order-payments',
  'product-sales',
  'customers',
];

const MACHINE_FACES = FACES.filter(({ name }) => ['CSV for programs', 'JSON lines'].includes(name));

const WITHOUT_DAYS: readonly DatasetName[] = ['price-list', 'price-tiers', 'catalog', 'customers', 'debtors'];

const YEAR = { from: '2026-01-01', to: '2026-12-31' };
const IN_YEAR = { query: YEAR };
/** A journal covers one month. */
const OCTOBER = { from: '2026-10-01', to: '2026-10-31' };

const service = await openPerFile(startFixtureService);
const tables = await apiTables(service);
const accounts = await ledgersOf(service);

interface Asked {
  readonly dataset: DatasetName;
  readonly columns: readonly DatasetColumn[];
  readonly format: ExportFormat;
  readonly profile?: CsvProfile;
  readonly filters?: Readonly<Record<string, string>>;
}

/** The file as the window saves it: every column of the dataset, including those about people. */
async function fileOf({ dataset, columns, format, profile, filters }: Asked): Promise<Buffer> {
  const { clock, store } = service;
  const platform = createEmbeddedPlatform({ db: store.db, clock, hasher: createPasswordHasher() });
  const exporter = createPlainExporter({ platform, clock, ledgers: async () => accounts });
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
    targetPath: join(createTemporaryFolder(), `bestand.${format}`),
    onProgress: () => undefined,
    signal: new AbortController().signal,
  });
  const file = readFileSync(path);
  expect(manifest).toMatchObject({ shortfall: null, bytes: file.length, columns: columns.map(({ id }) => id) });
  expect(manifest.rows).toBeGreaterThan(0);
  return file;
}

describe('every list', () => {
  describe.each(LISTS)('%s', (dataset) => {
    const { columns } = DECLARATIONS[dataset];

    it.each(FACES)('as $name equals the answer of the API, cell by cell', async (face) => {
      const file = await fileOf({ dataset, columns, ...face });
      const expected = tables[dataset].map((row) =>
        columns.map((column) => face.expected(column, row[column.id] ?? null, row)),
      );
      expect(await face.read(file, columns)).toEqual(expected);
    });

    it('as PDF has the figures of each row on one line, in order, and all its text', async () => {
      const { pages } = await readPdf(await fileOf({ dataset, columns, format: 'pdf' }));
      const lines = pages.flatMap(joinLines);
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

describe('a dataset that is not a list of the API', () => {
  it.each([
    // The columns of the comparison are its days; it has separate tests.
    ['financial-report', YEAR],
    ['day-closing', { date: '2026-10-01' }],
    ['open-invoices', YEAR],
    ['debtors', {}],
    ['journal', OCTOBER],
    ['journal-snelstart', OCTOBER],
  ] as const)(
    '%s has the same cells in both formats for people, and in both for programs',
    async (dataset, filters) => {
      const { columns: all, sectionColumn }: DatasetDeclaration = DECLARATIONS[dataset];
      // A workbook has a sheet per section instead of the column.
      const columns = all.filter(({ id }) => id !== sectionColumn);
      const cellsOf = async (face: Face) => face.read(await fileOf({ dataset, columns, filters, ...face }), columns);
      for (const isForMachines of [true, false]) {
        const faces = FACES.filter((face) => MACHINE_FACES.includes(face) === isForMachines);
        const [one, other] = await Promise.all(faces.map(cellsOf));
        expect(one?.map((row) => row.map(emptyAsNull))).toEqual(other?.map((row) => row.map(emptyAsNull)));
      }
    },
  );

  it.each(MACHINE_FACES)(
    'the financial report has the same time and days as the answer of the API, as $name',
    async (face) => {
      const { from, to, generated_at } = await service.read(readFinancialReport, {
        token: service.tokens.owner,
        query: YEAR,
      });
      const columns = DECLARATIONS['financial-report'].columns.filter(({ id }) => id === 'item' || id === 'detail');
      const file = await fileOf({ dataset: 'financial-report', columns, filters: YEAR, ...face });
      const head = new Map((await face.read(file, columns)).map(([item, detail]) => [item, detail]));

      expect(generated_at).toMatch(/T.*\+0[12]:00$/);
      expect(head.get('generated_at')).toBe(generated_at);
      expect([head.get('from'), head.get('to')]).toEqual([from, to]);
    },
  );

  it.each([
    ['financial-report', readFinancialReport, YEAR],
    ['day-closing', readDayClosing, { date: '2026-10-01' }],
  ] as const)('%s has every figure of the API answer', async (dataset, endpoint, filters) => {
    const { columns } = DECLARATIONS[dataset];
    const file = await fileOf({ dataset, columns, filters, format: 'jsonl' });
    const lines = file.toString().trimEnd().split('\n');
    const shown = new Set(
      lines
        .flatMap((line) => Object.values<FaceCell>(JSON.parse(line)))
        .flatMap((cell) => (typeof cell === 'number' ? [Math.abs(cell)] : [])),
    );
    const answer = await service.read<typeof readFinancialReport | typeof readDayClosing>(endpoint, {
      token: service.tokens.owner,
      query: filters,
    });
    // The day closing has its own figures; those of its report are tested with the report.
    const { report: _, ...own } = { report: null, ...answer };
    for (const figure of figuresIn(own)) expect(shown).toContain(Math.abs(figure));
  });
});

it('every dataset is in one of the two groups', () => {
  expect([...LISTS, ...APART].toSorted()).toEqual([...DATASETS].toSorted());
});

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

/** Amounts and percentages of an answer, without ids. */
function figuresIn(value: unknown, name = ''): number[] {
  if (typeof value === 'number') return /(^|_)id$/.test(name) ? [] : [value];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, inner]) => figuresIn(inner, Array.isArray(value) ? name : key));
}

const APART = [
  'financial-report',
  'report-comparison',
  'day-closing',
  'open-invoices',
  'debtors',
  'journal',
  'journal-snelstart',
] as const satisfies readonly DatasetName[];

type ListDataset = Exclude<DatasetName, (typeof APART)[number]>;

type Table = readonly Readonly<Record<string, CellValue>>[];

/** The rows of each dataset that is a list, built only from answers of the HTTP API. */
async function apiTables({
  read,
  tokens: { owner: token },
}: FixtureService): Promise<Readonly<Record<ListDataset, Table>>> {
  const products = (await read(listProducts, { token })).data;
  const product_ids = products.map(({ id }) => id).join(',');
  const prices = (await read(listProductPrices, { token, query: { product_ids } })).data;
  const groups = new Map((await read(listTurnoverGroups, { token })).data.map(({ id, title }) => [id, title]));
  const shops = new Map((await read(listShops, { token })).data.map(({ id, title }) => [id, title]));
  const segments = new Map((await read(listSegments, { token })).data.map(({ id, title }) => [id, title]));
  const rates = new Map<number, number>();
  const rateNames = new Map<number, string>();
  const exempt = new Set<number>();
  for (const country_iso2 of ['NL', 'BE', 'DE', 'AT']) {
    const { data } = await read(listTaxRates, { token, query: { country_iso2 } });
    for (const { id, value, name } of data) {
      if (name === 'Vrijgesteld') exempt.add(id);
      rates.set(id, value);
      rateNames.set(id, `${country_iso2} ${name}`);
    }
  }
  const shopOf = ({ shop_id }: { shop_id: number }) => shops.get(shop_id) ?? null;
  const vatOf = ({ tax_rate_id }: { tax_rate_id: number | null }) => rates.get(tax_rate_id ?? 0) ?? null;
  const labelOf = ({ tax_rate_id }: { tax_rate_id: number | null }) =>
    exempt.has(tax_rate_id ?? 0) ? 'Vrijgesteld' : null;

  const priced = products.map((product) => {
    const sale = prices
      .filter((row) => row.product_id === product.id && row.is_sale_price && row.from_qty === null)
      .sort((one, other) => one.id - other.id)[0];
    const { id, sku, title, barcode, stock, shop_product_id } = product;
    return {
      id,
      sku,
      title,
      group: groups.get(product.product_group_id) ?? null,
      stock,
      ppu_wt: sale?.ppu_wt ?? null,
      ppu: sale?.ppu ?? null,
      vat: sale ? vatOf(sale) : null,
      vat_label: sale ? labelOf(sale) : null,
      vat_name: sale ? (rateNames.get(sale.tax_rate_id) ?? null) : null,
      never_priced: sale === undefined,
      shop_product_id,
      barcode,
    };
  });
  const tiers = prices
    .filter(({ is_sale_price, from_qty }) => is_sale_price && from_qty !== null)
    .map((row) => {
      const product = products.find(({ id }) => id === row.product_id);
      const { product_id, from_qty, ppu_wt, ppu } = row;
      return {
        product_id,
        sku: product?.sku ?? null,
        title: product?.title ?? null,
        from_qty,
        ppu_wt,
        ppu,
        vat: vatOf(row),
        vat_label: labelOf(row),
      };
    });
  const discounted = (await read(listDiscountOrders, { token, ...IN_YEAR })).data;
  const orders = (await read(listOrders, { token, ...IN_YEAR })).data;
  const report = assertWholeReport(await read(readFinancialReport, { token, ...IN_YEAR }));
  const { data: sales, sums: sold } = await read(readProductSales, { token, query: { ...YEAR, sort: '-value' } });
  const payments = (await read(readPaymentsReport, { token, ...IN_YEAR })).data;
  const items = (await read(listOrderItems, { token, ...IN_YEAR })).data;
  const paid = (await read(listOrderPayments, { token, ...IN_YEAR })).data;
  const customers = (await read(listCustomers, { token })).data;

  return {
    'price-list': plain(priced),
    catalog: plain(priced),
    'price-tiers': plain(tiers),
    'discount-orders': plain(
      discounted.map((order) => ({
        ...order,
        shop: shopOf(order),
        discount_percentage:
          order.discount_value_wt < 0
            ? null
            : getPercentage(toUnits(order.discount_value_wt), toUnits(order.sold_before_discount_wt ?? 0)),
      })),
    ),
    orders: plain(orders.map((order) => ({ ...order, shop: shopOf(order) }))),
    'turnover-by-group': plain(
      report.turnover_by_group.rows.flatMap(({ shops: parts, ...row }) =>
        parts.map((part) => ({
          ...row,
          ...part,
          shop: shopOf(part),
          vat: fromUnits(toUnits(part.value_wt) - toUnits(part.value)),
        })),
      ),
    ),
    payments: plain(payments),
    'order-items': plain(
      items.map((row) => ({
        ...row,
        shop: shopOf(row),
        vat_percentage: vatOf(row),
        vat_label: labelOf(row),
        vat: fromUnits(toUnits(row.value_wt) - toUnits(row.value_ex_wt)),
      })),
    ),
    'order-payments': plain(paid.map((row) => ({ ...row, shop: shopOf(row), method: row.title }))),
    'product-sales': plain(
      sales.map((row) => ({
        ...row,
        group: groups.get(row.product_group_id) ?? null,
        share: getPercentage(toUnits(row.value), toUnits(sold.value)),
        margin_percentage: row.value <= 0 ? null : getPercentage(toUnits(row.margin ?? 0), toUnits(row.value)),
      })),
    ),
    customers: plain(
      customers.map(({ segment_ids, ...customer }) => ({
        ...customer,
        segments: assertKnown(segment_ids)
          .map((id) => segments.get(id))
          .join(', '),
      })),
    ),
  };
}

/** Ledger accounts for everything that October books, and for the daybook. */
async function ledgersOf({ read, tokens: { owner: token } }: FixtureService): Promise<Ledgers> {
  const { unmapped } = bookReport(await read(readFinancialReport, { token, query: OCTOBER }), {}, 'nl');
  return Object.fromEntries([...unmapped, { code: 'daybook' }].map(({ code }, at) => [code, String(1000 + at)]));
}

/** The rows without members that are not cells, such as the items of an order. */
function plain(rows: readonly object[]): Table {
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row).filter(([, value]) => value === null || typeof value !== 'object')),
  );
}
