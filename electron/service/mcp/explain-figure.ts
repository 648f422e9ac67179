import { type TSchema, Type } from 'typebox';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { FinancialReport, readFinancialReport } from '../../../shared/contract/financial-report.ts';
import { listOrderItems, listOrderPayments } from '../../../shared/contract/order-rows.ts';
import { reportQuery } from '../../../shared/contract/query.ts';
import { Euros, nullable, RecordId } from '../../../shared/contract/values.ts';
import { type Amount, fromEuros, toEuros } from '../../../shared/money.ts';
import { type Arguments, badRequest, readCount, type Tool } from './tool.ts';

/** Rows that a figure is made of: a list, what it is narrowed to, and which of its sums counts with which sign. */
interface Rows {
  readonly endpoint: Endpoint;
  readonly filters: Arguments;
  readonly sum: 'value' | 'value_wt' | 'cost' | 'amount';
  readonly sign: 1 | -1;
}

interface Figure {
  /** None for a percentage, which no rows add up to. */
  readonly rows: readonly Rows[];
  /** The id that names one row of a list in the report, which the rows are narrowed to as well. */
  readonly idName?: string;
}

type Side = 'value' | 'value_wt' | 'cost';

function items(sum: Side, filters: Arguments, sign: 1 | -1 = 1): Rows {
  return { endpoint: listOrderItems, filters, sum, sign };
}

const PAYMENTS: Rows = { endpoint: listOrderPayments, filters: {}, sum: 'amount', sign: 1 };

const NON_REVENUE = ['gift_card', 'tip', 'invoice_payment', 'prepayment', 'other'] as const;

const SALE = { type: 'product' };
const DIRECT = { payment_term: 'direct' };
const UNPAID = { ...SALE, payment_term: 'invoice', is_paid: false };
const SETTLED = { ...SALE, payment_term: 'invoice', is_paid: true };

const both = (path: string, wtPath: string, rowsOf: (side: Side) => readonly Rows[], idName?: string) =>
  [
    [path, { rows: rowsOf('value'), ...(idName && { idName }) }],
    [wtPath, { rows: rowsOf('value_wt'), ...(idName && { idName }) }],
  ] as const;

const nonRevenue = (filters: Arguments, sign: 1 | -1 = 1) =>
  NON_REVENUE.map((type) => items('value_wt', { ...filters, type }, sign));

const directTotal = (side: Side, sign: 1 | -1 = 1) => [
  items(side, { ...SALE, ...DIRECT }, sign),
  items(side, { type: 'rounding', ...DIRECT }, sign),
  ...nonRevenue(DIRECT, sign),
];

const turnover = (side: Side) => [items(side, SALE), items(side, { type: 'rounding' })];

/** What a list of rates has for each of them. */
const rates = (path: string, filters: Arguments) =>
  [
    ...both(`${path}.base`, `${path}.total_wt`, (side) => [items(side, filters)], 'tax_rate_id'),
    [`${path}.tax`, { rows: [items('value_wt', filters), items('value', filters, -1)], idName: 'tax_rate_id' }],
  ] as const;

/** By the path in the report. */
const FIGURES: ReadonlyMap<string, Figure> = new Map<string, Figure>([
  ...both('revenue.total_sales', 'revenue.total_sales_wt', (side) => [items(side, { ...SALE, sign: 'positive' })]),
  ...both('revenue.total_returns', 'revenue.total_returns_wt', (side) => [
    items(side, { ...SALE, sign: 'negative' }, -1),
  ]),
  ...both('revenue.total_differences', 'revenue.total_differences_wt', (side) => [
    items(side, { type: 'rounding' }, -1),
  ]),
  ...both('revenue.total_turnover', 'revenue.total_turnover_wt', turnover),
  ['revenue.total_cost_of_goods_sold', { rows: [items('cost', SALE)] }],
  ['revenue.margin.value', { rows: [...turnover('value'), items('cost', SALE, -1)] }],
  ['revenue.margin.percentage', { rows: [] }],
  ...(
    [
      ['gift_cards', 'gift_card'],
      ['tips', 'tip'],
      ['payments_on_invoice', 'invoice_payment'],
      ['prepayments', 'prepayment'],
      ['other', 'other'],
    ] as const
  ).map(([name, type]): [string, Figure] => [`revenue.non_revenue.${name}`, { rows: [items('value_wt', { type })] }]),
  ['revenue.non_revenue.total', { rows: nonRevenue({}) }],
  ...rates('direct_paid.rates', { ...SALE, ...DIRECT }),
  ['direct_paid.differences', { rows: [items('value', { type: 'rounding', ...DIRECT }, -1)] }],
  ['direct_paid.non_revenue', { rows: nonRevenue(DIRECT) }],
  ...both('direct_paid.total', 'direct_paid.total_wt', (side) => directTotal(side)),
  ['direct_paid.payment_methods.amount', { rows: [PAYMENTS], idName: 'provider_method_type_id' }],
  ['direct_paid.balance_check.payments_total', { rows: [PAYMENTS] }],
  ['direct_paid.balance_check.expected_total', { rows: directTotal('value_wt') }],
  ['direct_paid.balance_check.difference', { rows: [PAYMENTS, ...directTotal('value_wt', -1)] }],
  ...rates('not_paid_now.rates', UNPAID),
  ...both('not_paid_now.total', 'not_paid_now.total_wt', (side) => [items(side, UNPAID)]),
  ...rates('not_paid_now.settled_since.rates', SETTLED),
  ...both('not_paid_now.settled_since.total', 'not_paid_now.settled_since.total_wt', (side) => [items(side, SETTLED)]),
  ...both(
    'turnover_by_group.rows.total',
    'turnover_by_group.rows.total_wt',
    (side) => [items(side, SALE)],
    'product_group_id',
  ),
  ...both('turnover_by_group.shop_totals.value', 'turnover_by_group.shop_totals.value_wt', turnover, 'shop_id'),
  ...both('turnover_by_group.total', 'turnover_by_group.total_wt', turnover),
]);

const TOOL_OF_ROWS: ReadonlyMap<Endpoint, string> = new Map<Endpoint, string>([
  [listOrderItems, 'list_order_items'],
  [listOrderPayments, 'list_order_payments'],
]);

const NAMES = [...FIGURES.keys()];

const RowsOfFigure = Type.Object({
  endpoint: Type.String({ description: 'The list of the API that has the rows, such as GET /api/order-items' }),
  tool: Type.String({ description: 'The tool that reads that list' }),
  query: Type.Object({}, { additionalProperties: true, description: 'Its arguments: what it is narrowed to' }),
  sum_name: Type.String({ description: 'Which of its `sums`' }),
  sign: Type.Integer({ description: '1, or -1 where the figure has the other sign than its rows' }),
  sum: nullable(Euros('That sum, over all rows; null where it is not known')),
});

export const explainFigure: Tool = {
  name: 'explain_figure',
  title: 'What a figure of the financial report means and is made of',
  description:
    'The definition of a figure, its value in a range of days, which rows are behind it and their sum, which equals ' +
    'the value to the cent. Use it before you explain a figure, and to find out why two figures differ. A figure of a ' +
    'list in the report, such as direct_paid.rates.base, needs the `id` of its row: a tax_rate_id, product_group_id, ' +
    'shop_id or provider_method_type_id, as read_financial_report names it. The rows themselves are read with the ' +
    'tool that each entry of `rows` names.',
  input: Type.Object({
    figure: Type.Enum(NAMES, { description: 'Path of the figure in the financial report' }),
    id: Type.Optional(RecordId('The row of the list, for a figure of a list alone')),
    ...reportQuery,
  }),
  output: Type.Object({
    figure: Type.String({ description: 'As asked' }),
    definition: Type.String({ description: 'What it counts' }),
    unit: Type.Enum(['EUR', 'percent'], { description: 'Euros, or a percentage' }),
    value: nullable(Type.Number({ description: 'As the financial report has it; null where it is not known' })),
    rows: Type.Array(RowsOfFigure, { description: 'The lists whose sums make the figure; none of a percentage' }),
    sum: nullable(Euros('The sums together, each with its sign; null where one is not known, or without rows')),
    difference: nullable(Euros('value minus sum; 0 unless orders changed in between')),
  }),
  async run({ figure: name, id: given, ...query }, read) {
    const figure = typeof name === 'string' ? FIGURES.get(name) : undefined;
    if (typeof name !== 'string' || figure === undefined) {
      throw badRequest(`figure must be one of ${NAMES.join(', ')}.`);
    }
    const path = name.split('.');
    const row = rowOf(name, figure, given);
    const report = await read(readFinancialReport, query);
    const value = valueIn(report, path, row);
    // A platform without the section need not have its rows either.
    const hasRows = value !== null || !(report.unknown as readonly string[]).includes(sectionOf(path));
    const rows = await Promise.all(
      figure.rows.map(async ({ endpoint, filters, sum, sign }) => {
        const narrowed = { ...query, ...filters, ...(row && { [row.idName]: row.id }) };
        const sums = hasRows ? (await read(endpoint, { ...narrowed, limit: 1 })).sums : {};
        const euros = (sums as Readonly<Record<string, number | null>>)[sum] ?? null;
        return {
          endpoint: `GET ${endpoint.path}`,
          tool: TOOL_OF_ROWS.get(endpoint),
          query: narrowed,
          sum_name: sum,
          sign,
          sum: euros,
        };
      }),
    );
    const sum = sumOf(rows);
    return {
      figure: name,
      definition: definitionOf(FinancialReport, path),
      unit: name.endsWith('.percentage') ? 'percent' : 'EUR',
      value,
      rows,
      sum: sum === null ? null : toEuros(sum),
      difference: value === null || sum === null ? null : toEuros(fromEuros(value) - sum),
    };
  },
};

/** As `unknown` of a report names it. */
function sectionOf([first = '', second = '']: readonly string[]): string {
  if (first !== 'revenue' || second === 'non_revenue') return first === 'revenue' ? second : first;
  return second.endsWith('_wt') ? 'revenue_wt' : first;
}

/** The row of a list that a figure is asked of; null for a figure of no list. */
type Row = { readonly idName: string; readonly id: number } | null;

function rowOf(name: string, { idName }: Figure, id: unknown): Row {
  if (idName === undefined) {
    if (id === undefined) return null;
    throw badRequest(`${name} is a figure of no list: it takes no id.`);
  }
  if (id === undefined) throw badRequest(`${name} is one figure for each ${idName}: give it as id.`);
  return { idName, id: readCount('id', id, 0) };
}

/** Null for no rows, and where one of the sums is not known. */
function sumOf(rows: readonly { readonly sign: 1 | -1; readonly sum: number | null }[]): Amount | null {
  if (rows.length === 0) return null;
  let total = 0;
  for (const { sign, sum } of rows) {
    if (sum === null) return null;
    total += sign * fromEuros(sum);
  }
  return total;
}

/** Null where the report does not know the figure. */
function valueIn(report: unknown, path: readonly string[], row: Row): number | null {
  let found = report;
  for (const step of path) {
    const member = (found as Readonly<Record<string, unknown>> | null)?.[step];
    found = row !== null && Array.isArray(member) ? memberOf(member, step, row) : member;
  }
  return typeof found === 'number' ? found : null;
}

function memberOf(list: readonly Readonly<Record<string, unknown>>[], name: string, { idName, id }: NonNullable<Row>) {
  const found = list.find((member) => member[idName] === id);
  if (found === undefined) throw badRequest(`${name} of this report has no ${idName} ${id}.`);
  return found;
}

interface Described {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly items?: TSchema;
  readonly anyOf?: readonly TSchema[];
}

/** The descriptions on the way to a figure, the outermost first. */
function definitionOf(schema: TSchema, path: readonly string[]): string {
  const texts: string[] = [];
  let here = schema as Described;
  for (const step of path) {
    const members = (here.properties ?? {}) as Readonly<Record<string, Described>>;
    here = innermost(members[step]);
    if (here.description) texts.push(here.description);
    if (here.items) here = here.items as Described;
  }
  return texts.join('. ');
}

function innermost(schema: Described = {}): Described {
  return (schema.anyOf?.[0] as Described | undefined) ?? schema;
}
