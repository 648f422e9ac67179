import { type TSchema, Type } from 'typebox';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { FinancialReport, readFinancialReport } from '../../../shared/contract/financial-report.ts';
import { listOrderItems, listOrderPayments } from '../../../shared/contract/order-rows.ts';
import { reportQuery } from '../../../shared/contract/query.ts';
import { Euros, nullable, RecordId } from '../../../shared/contract/values.ts';
import { type Amount, fromEuros, toEuros } from '../../../shared/money.ts';
import { REPORT_FIGURES, type RowsBehind } from '../../../shared/report-figures.ts';
import { createBadRequest, readCount, type Tool } from './tool.ts';

/** A figure at one path of the report. */
interface Figure {
  /** Empty for a percentage: no rows add up to it. */
  readonly rows: readonly SummedRows[];
  /** The parameter that narrows the rows to one row of a list in the report. */
  readonly idName?: string;
}

/** Rows behind a figure, with the sum that counts and its sign. */
interface SummedRows extends Pick<RowsBehind, 'list' | 'filters' | 'sign'> {
  readonly sum: 'value' | 'value_wt' | 'cost' | 'amount';
}

const SUMS = { ex: 'value', wt: 'value_wt', cost: 'cost', amount: 'amount' } as const;

/** By path, in the order of the report. Figures that are only computed from other figures are left out. */
const FIGURES: ReadonlyMap<string, Figure> = new Map(
  Object.values(REPORT_FIGURES).flatMap(({ paths, rows, idName }): [string, Figure][] => {
    const figure = (summed: readonly SummedRows[]) => ({ rows: summed, ...(idName && { idName }) });
    const side = (name: 'ex' | 'wt', times: 1 | -1 = 1) =>
      rows.map(({ list, filters, sum = name, sign }): SummedRows => {
        return { list, filters, sum: SUMS[sum], sign: sign === times ? 1 : -1 };
      });
    const figures: readonly [string | undefined, readonly SummedRows[]][] = [
      [paths.ex, side('ex')],
      [paths.wt, side('wt')],
      [paths.tax, [...side('wt'), ...side('ex', -1)]],
      [paths.percentage, []],
    ];
    return figures.flatMap(([path, summed]) => (path === undefined ? [] : [[path, figure(summed)]]));
  }),
);

const LISTS = {
  items: { endpoint: listOrderItems, tool: 'list_order_items' },
  payments: { endpoint: listOrderPayments, tool: 'list_order_payments' },
} as const satisfies Readonly<Record<RowsBehind['list'], { readonly endpoint: Endpoint; readonly tool: string }>>;

const NAMES = [...FIGURES.keys()];

const RowsOfFigure = Type.Object({
  endpoint: Type.String({ description: 'The list of the API that has the rows, such as GET /api/order-items' }),
  tool: Type.String({ description: 'The tool that reads that list' }),
  query: Type.Object({}, { additionalProperties: true, description: 'Its arguments, which select the rows' }),
  sum_name: Type.String({ description: 'Which of its `sums`' }),
  sign: Type.Integer({ description: '1, or -1 if the figure and its rows have opposite signs' }),
  sum: nullable(Euros('That sum over all rows; null if it is unknown')),
});

export const explainFigure: Tool = {
  name: 'explain_figure',
  title: 'Explain a figure of the financial report',
  description:
    'The definition of a figure, its value in a range of days, the rows behind it and their sum, which equals ' +
    'the value to the cent. Use it before you explain a figure, and to find out why two figures differ. A figure of a ' +
    'list in the report, such as direct_paid.rates.base, needs the `id` of its row: a tax_rate_id, product_group_id, ' +
    'shop_id or provider_method_type_id, as read_financial_report names it. Read the rows with the ' +
    'tool that each entry of `rows` names.',
  input: Type.Object({
    figure: Type.Enum(NAMES, { description: 'Path of the figure in the financial report' }),
    id: Type.Optional(RecordId('The row of the list; only for a figure of a list')),
    ...reportQuery,
  }),
  output: Type.Object({
    figure: Type.String({ description: 'The requested figure' }),
    definition: Type.String({ description: 'What it counts' }),
    unit: Type.Enum(['EUR', 'percent'], { description: 'Euros, or a percentage' }),
    value: nullable(Type.Number({ description: 'The value in the report; null if it is unknown' })),
    rows: Type.Array(RowsOfFigure, { description: 'The lists whose sums make up the figure; empty for a percentage' }),
    sum: nullable(Euros('The sums added up with their signs; null if one is unknown or there are no rows')),
    difference: nullable(Euros('value minus sum; 0 unless orders changed in between')),
  }),
  async run({ figure: name, id: given, ...query }, read) {
    const figure = typeof name === 'string' ? FIGURES.get(name) : undefined;
    if (typeof name !== 'string' || figure === undefined) {
      throw createBadRequest(`figure must be one of ${NAMES.join(', ')}.`);
    }
    const path = name.split('.');
    const row = readRow(name, figure, given);
    const report = await read(readFinancialReport, query);
    const value = readValue(report, path, row);
    // A platform that lacks the section may lack its rows too.
    const hasRows = value !== null || !(report.unknown as readonly string[]).includes(getSection(path));
    const rows = await Promise.all(
      figure.rows.map(async ({ list, filters, sum, sign }) => {
        const { endpoint, tool }: { endpoint: Endpoint; tool: string } = LISTS[list];
        const narrowed = { ...query, ...filters, ...(row && { [row.idName]: row.id }) };
        const sums = hasRows ? (await read(endpoint, { ...narrowed, limit: 1 })).sums : {};
        const euros = (sums as Readonly<Record<string, number | null>>)[sum] ?? null;
        return {
          endpoint: `GET ${endpoint.path}`,
          tool,
          query: narrowed,
          sum_name: sum,
          sign,
          sum: euros,
        };
      }),
    );
    const sum = addUp(rows);
    return {
      figure: name,
      definition: getDefinition(FinancialReport, path),
      unit: name.endsWith('.percentage') ? 'percent' : 'EUR',
      value,
      rows,
      sum: sum === null ? null : toEuros(sum),
      difference: value === null || sum === null ? null : toEuros(fromEuros(value) - sum),
    };
  },
};

/** The name of the section in `unknown` of a report. */
function getSection([first = '', second = '']: readonly string[]): string {
  if (first !== 'revenue' || second === 'non_revenue') return first === 'revenue' ? second : first;
  return second.endsWith('_wt') ? 'revenue_wt' : first;
}

/** The row that a figure of a list is requested for; `null` for a figure outside lists. */
type Row = { readonly idName: string; readonly id: number } | null;

function readRow(name: string, { idName }: Figure, id: unknown): Row {
  if (idName === undefined) {
    if (id === undefined) return null;
    throw createBadRequest(`${name} is not in a list: leave out id.`);
  }
  if (id === undefined) throw createBadRequest(`${name} has a value for each ${idName}: give one as id.`);
  return { idName, id: readCount('id', id, 0) };
}

/** `null` if there are no rows or one of the sums is unknown. */
function addUp(rows: readonly { readonly sign: 1 | -1; readonly sum: number | null }[]): Amount | null {
  if (rows.length === 0) return null;
  let total = 0;
  for (const { sign, sum } of rows) {
    if (sum === null) return null;
    total += sign * fromEuros(sum);
  }
  return total;
}

/** `null` if the report does not know the figure. */
function readValue(report: unknown, path: readonly string[], row: Row): number | null {
  let found = report;
  for (const step of path) {
    const member = (found as Readonly<Record<string, unknown>> | null)?.[step];
    found = row !== null && Array.isArray(member) ? findMember(member, step, row) : member;
  }
  return typeof found === 'number' ? found : null;
}

function findMember(
  list: readonly Readonly<Record<string, unknown>>[],
  name: string,
  { idName, id }: NonNullable<Row>,
) {
  const found = list.find((member) => member[idName] === id);
  if (found === undefined) throw createBadRequest(`${name} of this report has no ${idName} ${id}.`);
  return found;
}

interface Described {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly items?: TSchema;
  readonly anyOf?: readonly TSchema[];
}

/** The descriptions along the path to a figure, outermost first. */
function getDefinition(schema: TSchema, path: readonly string[]): string {
  const texts: string[] = [];
  let current = schema as Described;
  for (const step of path) {
    const members = (current.properties ?? {}) as Readonly<Record<string, Described>>;
    current = unwrapNullable(members[step]);
    if (current.description) texts.push(current.description);
    if (current.items) current = current.items as Described;
  }
  return texts.join('. ');
}

function unwrapNullable(schema: Described = {}): Described {
  return (schema.anyOf?.[0] as Described | undefined) ?? schema;
}
