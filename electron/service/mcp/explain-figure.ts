import { type TSchema, Type } from 'typebox';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { FinancialReport, readFinancialReport } from '../../../shared/contract/financial-report.ts';
import { listOrderItems, listOrderPayments } from '../../../shared/contract/order-rows.ts';
import { reportQuery } from '../../../shared/contract/query.ts';
import { Euros, nullable, RecordId } from '../../../shared/contract/values.ts';
import { fromEuros, toEuros } from '../../../shared/money.ts';
import { type Arguments, badRequest, type Tool } from './tool.ts';

/** Rows that a figure is made of: a list, what it is narrowed to, and which of its sums counts with which sign. */
interface Rows {
  readonly endpoint: Endpoint;
  readonly filters: Arguments;
  readonly sum: 'value' | 'value_wt' | 'cost' | 'amount';
  readonly sign: 1 | -1;
}

interface Figure {
  readonly rows: readonly Rows[];
  /** The id that names one row of a list in the report, which the rows are narrowed to as well. */
  readonly idName?: string;
}

type Side = 'value' | 'value_wt' | 'cost';

const items = (sum: Side, filters: Arguments, sign: 1 | -1 = 1): Rows => ({
  ...{ endpoint: listOrderItems, filters, sum, sign },
});

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

const nonRevenue = (filters: Arguments) => NON_REVENUE.map((type) => items('value_wt', { ...filters, type }));

/** By the path in the report. */
const FIGURES: ReadonlyMap<string, Figure> = new Map<string, Figure>([
  ...both('revenue.total_sales', 'revenue.total_sales_wt', (side) => [items(side, { ...SALE, sign: 'positive' })]),
  ...both('revenue.total_returns', 'revenue.total_returns_wt', (side) => [
    items(side, { ...SALE, sign: 'negative' }, -1),
  ]),
  ...both('revenue.total_differences', 'revenue.total_differences_wt', (side) => [
    items(side, { type: 'rounding' }, -1),
  ]),
  ...both('revenue.total_turnover', 'revenue.total_turnover_wt', (side) => [
    items(side, SALE),
    items(side, { type: 'rounding' }),
  ]),
  ['revenue.total_cost_of_goods_sold', { rows: [items('cost', SALE)] }],
  [
    'revenue.margin.value',
    { rows: [items('value', SALE), items('value', { type: 'rounding' }), items('cost', SALE, -1)] },
  ],
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
  ...both(
    'direct_paid.rates.base',
    'direct_paid.rates.total_wt',
    (side) => [items(side, { ...SALE, ...DIRECT })],
    'tax_rate_id',
  ),
  ['direct_paid.differences', { rows: [items('value', { type: 'rounding', ...DIRECT }, -1)] }],
  ['direct_paid.non_revenue', { rows: nonRevenue(DIRECT) }],
  ...both('direct_paid.total', 'direct_paid.total_wt', (side) => [
    items(side, { ...SALE, ...DIRECT }),
    items(side, { type: 'rounding', ...DIRECT }),
    ...nonRevenue(DIRECT),
  ]),
  [
    'direct_paid.payment_methods.amount',
    { rows: [{ endpoint: listOrderPayments, filters: {}, sum: 'amount', sign: 1 }], idName: 'provider_method_type_id' },
  ],
  [
    'direct_paid.balance_check.payments_total',
    { rows: [{ endpoint: listOrderPayments, filters: {}, sum: 'amount', sign: 1 }] },
  ],
  ...both('not_paid_now.rates.base', 'not_paid_now.rates.total_wt', (side) => [items(side, UNPAID)], 'tax_rate_id'),
  ...both('not_paid_now.total', 'not_paid_now.total_wt', (side) => [items(side, UNPAID)]),
  ...both('not_paid_now.settled_since.total', 'not_paid_now.settled_since.total_wt', (side) => [items(side, SETTLED)]),
  ...both(
    'turnover_by_group.rows.total',
    'turnover_by_group.rows.total_wt',
    (side) => [items(side, SALE)],
    'product_group_id',
  ),
  ...both(
    'turnover_by_group.shop_totals.value',
    'turnover_by_group.shop_totals.value_wt',
    (side) => [items(side, SALE), items(side, { type: 'rounding' })],
    'shop_id',
  ),
]);

const NAMES = [...FIGURES.keys()];

const RowsOfFigure = Type.Object({
  endpoint: Type.String({ description: 'The list of the API that has the rows, such as GET /api/order-items' }),
  query: Type.Object({}, { additionalProperties: true, description: 'What it is narrowed to' }),
  sum_name: Type.String({ description: 'Which of its `sums`' }),
  sign: Type.Integer({ description: '1, or -1 where the figure has the other sign than its rows' }),
  sum: nullable(Euros('That sum, over all rows; null where it is not known')),
});

export const explainFigure: Tool = {
  name: 'explain_figure',
  title: 'What a figure of the financial report means and is made of',
  description:
    'The definition of a figure, its value in a range of days, the rows behind it and their sum, which equals the ' +
    'value to the cent. Use it before you explain a figure, and to find out why two figures differ. A figure of a ' +
    'list in the report, such as direct_paid.rates.base, needs the `id` of its row: a tax_rate_id, product_group_id, ' +
    'shop_id or provider_method_type_id, as read_financial_report names it.',
  input: Type.Object({
    figure: Type.Enum(NAMES, { description: 'Path of the figure in the financial report' }),
    id: Type.Optional(RecordId('The row of the list, for a figure of a list')),
    ...reportQuery,
  }),
  output: Type.Object({
    figure: Type.String({ description: 'As asked' }),
    definition: Type.String({ description: 'What it counts' }),
    unit: Type.Literal('EUR', { description: 'Always euros' }),
    value: nullable(Euros('As the financial report has it; null where the platform does not know it')),
    rows: Type.Array(RowsOfFigure, { description: 'The lists whose sums make the figure' }),
    sum: nullable(Euros('The sums together, each with its sign')),
    difference: nullable(Euros('value minus sum; 0 unless orders changed in between')),
  }),
  async run({ figure: name, id, ...query }, read) {
    const figure = FIGURES.get(String(name));
    if (figure === undefined) throw badRequest(`figure must be one of ${NAMES.join(', ')}.`);
    if (figure.idName !== undefined && id === undefined) {
      throw badRequest(`${name} is one figure for each ${figure.idName}: give it as id.`);
    }
    const report = await read(readFinancialReport, query);
    const value = valueIn(report, String(name).split('.'), figure.idName, id);
    const own = figure.idName === undefined || id === undefined ? {} : { [figure.idName]: id };
    const rows = await Promise.all(
      figure.rows.map(async ({ endpoint, filters, sum, sign }) => {
        const narrowed = { ...query, ...filters, ...own };
        const { sums } = await read(endpoint, { ...narrowed, limit: 1 });
        const euros = (sums as Readonly<Record<string, number | null>>)[sum] ?? null;
        return { endpoint: `GET ${endpoint.path}`, query: narrowed, sum_name: sum, sign, sum: euros };
      }),
    );
    const parts = rows.map((part) => (part.sum === null ? null : part.sign * fromEuros(part.sum)));
    const sum = parts.includes(null) ? null : parts.reduce<number>((total, part) => total + (part ?? 0), 0);
    const difference = value === null || sum === null ? null : toEuros(fromEuros(value) - sum);
    const definition = definitionOf(FinancialReport, String(name).split('.'));
    return { figure: name, definition, unit: 'EUR', value, rows, sum: sum === null ? null : toEuros(sum), difference };
  },
};

/** Null where the report has no such row, or does not know the figure. */
function valueIn(report: unknown, path: readonly string[], idName: string | undefined, id: unknown): number | null {
  let found = report;
  for (const step of path) {
    const member = (found as Readonly<Record<string, unknown>> | null)?.[step];
    const isList = Array.isArray(member) && idName !== undefined;
    found = isList ? (member.find((row) => row[idName] === id) ?? null) : member;
  }
  return typeof found === 'number' ? found : null;
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
    if (here.description) texts.push(inFull(here.description, innermost(members[step.replace(/_wt$/, '')])));
    if (here.items) here = here.items as Described;
  }
  return texts.join('. ');
}

/** A text such as "The same including VAT" is about the member before it. */
function inFull(text: string, { description: before = '' }: Described): string {
  if (text === 'The same including VAT') return before.replace('excluding VAT', 'including VAT');
  return text.startsWith('The same') ? `${before}. ${text}` : text;
}

function innermost(schema: Described = {}): Described {
  return (schema.anyOf?.[0] as Described | undefined) ?? schema;
}
