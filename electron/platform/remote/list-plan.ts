import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import type { PageRange } from '../../api-client/endpoint-reader.ts';
import type { ListAnswer } from './list-pages.ts';
import type { ListRules, Matches, RowLookups, SortValue } from './list-rules.ts';

/** Sent even if a deployment ignores them: without them it answers 400, or another range. */
const ALWAYS_SENT: readonly string[] = ['from', 'to', 'product_ids', 'start', 'limit'];

export type ListQuery = PageRange & {
  readonly sort?: string | undefined;
  readonly location_id?: readonly number[] | undefined;
};

export interface CheckedList<Row, Query extends ListQuery, Sums> {
  readonly rules: ListRules<Row, Query>;
  readonly query: Query;
  /** Whose list it is: rows are stored for a while, and nobody else gets them. */
  readonly reader: string;
  readonly read: (query: Query) => Promise<ListAnswer<Row, Sums>>;
  readonly lookups: () => Promise<RowLookups>;
  /** Whether the deployment describes the parameter; `several` values need a list. */
  readonly isDeclared: (endpoint: Endpoint, parameter: string, several: boolean) => Promise<boolean>;
  readonly sumsOf: (rows: readonly Row[]) => Sums;
  /** Whether these sums can be those of a list with these rows. Default: they can. */
  readonly areSumsOf?: (rows: readonly Row[], sums: Sums) => boolean;
}

/** How a list is read: what is sent, and what is left to do here. */
export interface ListPlan<Row, Query> {
  readonly asked: Query;
  readonly filters: ReadonlyMap<string, Matches<Row> | null>;
  readonly sort: string;
  /** `null` if rows do not show what they are sorted by. */
  readonly sortValue: ((row: Row) => SortValue) | null;
  /** The names of filters, `sort`, `sums`, `total`, and `rows` if some cannot be read. */
  readonly toDo: ReadonlySet<string>;
}

/** `isIgnored` says what does not hold at the deployment. */
export async function planList<Row, Query extends ListQuery, Sums>(
  list: CheckedList<Row, Query, Sums>,
  isIgnored: (parameter: string) => boolean,
): Promise<ListPlan<Row, Query>> {
  const { rules, query } = list;
  const usualSort = rules.defaultSort(query);
  const sort = query.sort ?? usualSort;
  const sent = await parametersSent(list);
  const lookups = await list.lookups();
  const filters = new Map(Object.entries(rules.filters(query, lookups)));
  const toDo = new Set<string>();
  for (const name of filters.keys()) {
    const parameters = parametersOf(name);
    if (parameters.every((one) => sent.has(one)) && !isIgnored(name)) continue;
    toDo.add(name);
    for (const one of parameters) if (!ALWAYS_SENT.includes(one)) sent.delete(one);
  }
  const isSortTaken = sort === usualSort || sent.has('sort');
  if (!isSortTaken || isIgnored(nameOfSort(sort))) toDo.add('sort');
  if (sort === usualSort || toDo.has('sort')) sent.delete('sort');
  for (const name of ['sums', 'rows', 'total']) if (isIgnored(name)) toDo.add(name);
  const asked = Object.fromEntries(Object.entries(query).filter(([name]) => sent.has(name))) as Query;
  return { asked, filters, sort, sortValue: sortValueOf(list, sort, lookups), toDo };
}

/** With the direction, as a deployment may sort one way only. */
export function nameOfSort(sort: string): string {
  return `sort=${sort}`;
}

async function parametersSent<Row, Query extends ListQuery, Sums>({
  rules: { endpoint, promised },
  query,
  isDeclared,
}: CheckedList<Row, Query, Sums>): Promise<Set<string>> {
  const sent = new Set(ALWAYS_SENT);
  for (const [name, value] of Object.entries(query)) {
    const isSeveral = Array.isArray(value) && value.length > 1;
    const isPromised = promised.includes(name as keyof Query) && !isSeveral;
    if (isPromised || (await isDeclared(endpoint, name, isSeveral))) sent.add(name);
  }
  return sent;
}

/** A filter may have several parameters, such as `is_paid as_of`. */
function parametersOf(filter: string): readonly string[] {
  return filter.split(' ');
}

function sortValueOf<Row, Query extends ListQuery, Sums>(
  { rules, query }: CheckedList<Row, Query, Sums>,
  sort: string,
  lookups: RowLookups,
): ((row: Row) => SortValue) | null {
  const name = sort.replace(/^-/, '');
  const sortValue = Object.hasOwn(rules.sortValues, name) ? rules.sortValues[name] : undefined;
  return sortValue === undefined ? null : (row) => sortValue(row, lookups, query);
}
