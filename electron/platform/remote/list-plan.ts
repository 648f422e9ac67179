import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import type { PageRange } from '../../api-client/endpoint-reader.ts';
import type { ListAnswer } from './list-pages.ts';
import type { ListRules, Matches, RowLookups, SortValue } from './list-rules.ts';

/** Always sent, because a deployment without them answers 400 or another range. */
const ALWAYS_SENT: readonly string[] = ['from', 'to', 'product_ids', 'start', 'limit'];

export type ListQuery = PageRange & {
  readonly sort?: string | undefined;
  readonly location_id?: readonly number[] | undefined;
};

export interface CheckedList<Row, Query extends ListQuery, Sums> {
  readonly rules: ListRules<Row, Query>;
  readonly query: Query;
  /** Identifies the reader: rows are cached and must not reach anybody else. */
  readonly reader: string;
  readonly read: (query: Query) => Promise<ListAnswer<Row, Sums>>;
  readonly lookups: () => Promise<RowLookups>;
  /** Whether the deployment describes the parameter; with `several`, as a list. */
  readonly isDeclared: (endpoint: Endpoint, parameter: string, several: boolean) => Promise<boolean>;
  readonly calculateSums: (rows: readonly Row[]) => Sums;
  /** Whether the sums can belong to a list with these rows. Default: they can. */
  readonly canSumsMatch?: (rows: readonly Row[], sums: Sums) => boolean;
}

/** A plan for reading a list: what to send, and what to do here. */
export interface ListPlan<Row, Query> {
  readonly asked: Query;
  readonly filters: ReadonlyMap<string, Matches<Row> | null>;
  readonly sort: string;
  /** `null` if rows lack the field that they are sorted by. */
  readonly sortValue: ((row: Row) => SortValue) | null;
  /** Filter names, `sort`, `sums`, `total`, and `rows` if some are unreadable. */
  readonly localRules: ReadonlySet<string>;
}

/** `isIgnored` says which parameters the deployment ignores. */
export async function planList<Row, Query extends ListQuery, Sums>(
  list: CheckedList<Row, Query, Sums>,
  isIgnored: (parameter: string) => boolean,
): Promise<ListPlan<Row, Query>> {
  const { rules, query } = list;
  const defaultSort = rules.getDefaultSort(query);
  const sort = query.sort ?? defaultSort;
  const sent = await getSentParameters(list);
  const lookups = await list.lookups();
  const filters = new Map(Object.entries(rules.createFilters(query, lookups)));
  const localRules = new Set<string>();
  for (const name of filters.keys()) {
    const parameters = splitParameters(name);
    if (parameters.every((one) => sent.has(one)) && !isIgnored(name)) continue;
    localRules.add(name);
    for (const one of parameters) if (!ALWAYS_SENT.includes(one)) sent.delete(one);
  }
  const isSortSupported = sort === defaultSort || sent.has('sort');
  if (!isSortSupported || isIgnored(getSortName(sort))) localRules.add('sort');
  if (sort === defaultSort || localRules.has('sort')) sent.delete('sort');
  for (const name of ['sums', 'rows', 'total']) if (isIgnored(name)) localRules.add(name);
  const asked = Object.fromEntries(Object.entries(query).filter(([name]) => sent.has(name))) as Query;
  return { asked, filters, sort, sortValue: getSortValue(list, sort, lookups), localRules };
}

/** Includes the direction, because a deployment may sort in one direction only. */
export function getSortName(sort: string): string {
  return `sort=${sort}`;
}

async function getSentParameters<Row, Query extends ListQuery, Sums>({
  rules: { endpoint, promisedParameters },
  query,
  isDeclared,
}: CheckedList<Row, Query, Sums>): Promise<Set<string>> {
  const sent = new Set(ALWAYS_SENT);
  for (const [name, value] of Object.entries(query)) {
    const isSeveral = Array.isArray(value) && value.length > 1;
    const isPromised = promisedParameters.includes(name as keyof Query) && !isSeveral;
    if (isPromised || (await isDeclared(endpoint, name, isSeveral))) sent.add(name);
  }
  return sent;
}

/** A filter can have several parameters, such as `is_paid as_of`. */
function splitParameters(filter: string): readonly string[] {
  return filter.split(' ');
}

function getSortValue<Row, Query extends ListQuery, Sums>(
  { rules, query }: CheckedList<Row, Query, Sums>,
  sort: string,
  lookups: RowLookups,
): ((row: Row) => SortValue) | null {
  const name = sort.replace(/^-/, '');
  const sortValue = Object.hasOwn(rules.sortValues, name) ? rules.sortValues[name] : undefined;
  return sortValue === undefined ? null : (row) => sortValue(row, lookups, query);
}
