import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { type PageAnswer, type PageRange, unexpected } from '../../api-client/endpoint-reader.ts';
import { ageOf } from '../../base/age-of.ts';
import type { Clock } from '../../base/clock.ts';
import { setLatest } from '../../base/latest-entries.ts';
import type { Log } from '../../base/log.ts';
import type { Page } from '../platform.ts';
import { PlatformError } from '../platform-error.ts';
import type { ListRules, Matches, RowLookups, SortValue } from './list-rules.ts';
import { expectTrue, expectUnique } from './remote-checks.ts';

/** A list with more rows is not read as a whole. */
const MAX_ROWS = 200_000;

const DAY_MS = 24 * 60 * 60_000;

/** For how long the last row of a page is compared with the first one of the next. */
const BORDER_MS = 30_000;

const MAX_BORDERS = 1_000;

type ListQuery = PageRange & { readonly sort?: string | undefined };

export type ListAnswer<Row, Sums> = PageAnswer<Row> & { readonly sums?: Sums };

export interface CheckedList<Row extends { readonly id: number }, Query extends ListQuery, Sums> {
  readonly rules: ListRules<Row, Query>;
  readonly query: Query;
  /** The most rows of a page. */
  readonly cap: number;
  /** Whose list it is: rows are kept for a while, and nobody else gets them. */
  readonly reader: string;
  readonly read: (query: Query) => Promise<ListAnswer<Row, Sums>>;
  readonly lookups: () => Promise<RowLookups>;
  /** Whether the deployment describes the parameter; `several` values need a list. */
  readonly isDeclared: (endpoint: Endpoint, parameter: string, several: boolean) => Promise<boolean>;
  readonly sumsOf: (rows: readonly Row[]) => Sums;
}

export interface CheckedLists {
  /**
   * The page that was asked for. A parameter is sent if the specification promises it or the deployment describes it, and
   * the rows are checked. What the deployment does not take, or ignores, is done here over all rows. Throws `PlatformError`
   * `query_refused` if the rows do not show what is asked for, or are too many.
   */
  read<Row extends { readonly id: number }, Query extends ListQuery, Sums>(
    list: CheckedList<Row, Query, Sums>,
  ): Promise<Page<Row> & { readonly sums: Sums | undefined }>;
}

interface CheckedListsDeps {
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Pick<Log, 'warn'>;
  readonly limits: { readonly cachedRows: number; readonly cachedRowsMs: number };
}

/** The lists of one deployment, and what it was seen to ignore within the last day. */
export function createCheckedLists({ clock, log, limits }: CheckedListsDeps): CheckedLists {
  const ignoredAt = new Map<string, number>();
  const borders = new Map<string, { readonly at: number; readonly value: SortValue }>();
  const whole = createWholeLists(clock, limits);

  function isIgnored({ path }: Endpoint, name: string): boolean {
    const at = ignoredAt.get(`${path} ${name}`);
    return at !== undefined && ageOf(clock, at) < DAY_MS;
  }

  function noteIgnored({ path }: Endpoint, name: string): void {
    ignoredAt.set(`${path} ${name}`, clock.now());
    log.warn({ path, parameter: name }, 'another deployment ignores a parameter');
  }

  async function planOf<Row extends { readonly id: number }, Query extends ListQuery, Sums>(
    list: CheckedList<Row, Query, Sums>,
  ) {
    const { rules, query, isDeclared } = list;
    const { endpoint } = rules;
    const lookups = await list.lookups();
    const sort = query.sort ?? rules.defaultSort(query);
    const filters = new Map(Object.entries(rules.filters(query, lookups)));
    const ignored = new Set<string>();
    const sent = new Set(['start', 'limit']);
    for (const name of [...filters.keys(), ...(query.sort === undefined ? [] : ['sort']), ...OTHERS]) {
      const parameters = name.split(' ');
      const areSent = await Promise.all(parameters.map(isSent));
      if (isIgnored(endpoint, nameOf(name, sort)) || areSent.includes(false)) ignored.add(name);
      else for (const parameter of parameters) sent.add(parameter);
    }
    if (isIgnored(endpoint, nameOf('sort', sort))) ignored.add('sort');

    async function isSent(name: string): Promise<boolean> {
      if (PROMISED_EVERYWHERE.includes(name)) return true;
      const value = (query as Readonly<Record<string, unknown>>)[name];
      const isSeveral = Array.isArray(value) && value.length > 1;
      if (rules.promised.includes(name as keyof Query) && !isSeveral) return true;
      return isDeclared(endpoint, name, isSeveral);
    }

    for (const name of OTHERS) ignored.delete(name);
    const asked = Object.fromEntries(Object.entries(query).filter(([name]) => sent.has(name))) as Query;
    return { filters, sort, ignored, asked, sortValue: sortValueIn(list, sort, lookups) };
  }

  type Plan<Row> = {
    readonly filters: ReadonlyMap<string, Matches<Row> | null>;
    readonly sort: string;
    readonly ignored: ReadonlySet<string>;
    /** What is sent of the query. */
    readonly asked: ListQuery;
    readonly sortValue: ((row: Row) => SortValue) | null;
  };

  /** The name of a parameter that the rows show to be ignored; null if there is none. */
  function ignoredIn<Row>(plan: Plan<Row>, rows: readonly Row[], before: SortValue | undefined): string | null {
    for (const [name, matches] of plan.filters) {
      if (plan.ignored.has(name) || matches === null) continue;
      if (rows.some((row) => matches(row) === false)) return name;
    }
    if (plan.ignored.has('sort') || plan.sortValue === null) return null;
    const values = [...(before === undefined ? [] : [before]), ...rows.map(plan.sortValue)];
    return isSorted(values, plan.sort) ? null : 'sort';
  }

  async function readPage<Row extends { readonly id: number }, Query extends ListQuery, Sums>(
    list: CheckedList<Row, Query, Sums>,
    plan: Plan<Row>,
  ) {
    const { rules, query } = list;
    const answer = await readFilled(list, plan.asked as Query);
    const border = `${list.reader} ${rules.endpoint.path} ${JSON.stringify({ ...query, start: 0, limit: 0 })}`;
    const found = borders.get(`${border} ${query.start}`);
    const before = found && ageOf(clock, found.at) < BORDER_MS ? found.value : undefined;
    const name = ignoredIn(plan, answer.rows, before);
    if (name !== null) throw new Ignored(name);
    const last = answer.rows.at(-1);
    if (last !== undefined && plan.sortValue !== null) {
      const end = `${border} ${query.start + answer.rows.length}`;
      setLatest(borders, end, { at: clock.now(), value: plan.sortValue(last) }, MAX_BORDERS);
    }
    return answer;
  }

  async function chooseRows<Row extends { readonly id: number }, Query extends ListQuery, Sums>(
    list: CheckedList<Row, Query, Sums>,
    plan: Plan<Row>,
  ) {
    const { rules, query } = list;
    const { endpoint } = rules;
    const [first = 'sort'] = plan.ignored;
    const { sort: _, ...unsorted } = plan.asked;
    const sent = unsorted as Query;
    const all = await whole.read(
      `${list.reader} ${endpoint.path} ${JSON.stringify({ ...sent, start: 0, limit: 0 })}`,
      () =>
        readAll(list, sent, first, (rows) => {
          const name = ignoredIn({ ...plan, sortValue: null }, rows, undefined);
          if (name !== null) throw new Ignored(name);
        }),
    );
    const { sortValue } = plan;
    if (sortValue === null) throw lacking(endpoint, 'sort');
    let rows = all;
    for (const name of plan.ignored) {
      if (name === 'sort') continue;
      const matches = plan.filters.get(name) ?? null;
      if (matches === null || (all.length > 0 && all.every((row) => matches(row) === null))) {
        throw lacking(endpoint, name);
      }
      rows = rows.filter((row) => matches(row) === true);
    }
    if (rows.length > 0 && rows.every((row) => sortValue(row) === null)) throw lacking(endpoint, 'sort');
    const sorted = sortRows(rows, sortValue, plan.sort);
    const { start, limit } = query;
    return { rows: sorted.slice(start, start + limit), total: rows.length, sums: list.sumsOf(rows) };
  }

  return {
    async read(list) {
      for (;;) {
        const plan = await planOf(list);
        try {
          return await (plan.ignored.size === 0 ? readPage(list, plan) : chooseRows(list, plan));
        } catch (error) {
          if (!(error instanceof Ignored)) throw error;
          const { endpoint } = list.rules;
          const name = nameOf(error.parameter, plan.sort);
          // It is not sent any more, so that it cannot be found once more.
          if (isIgnored(endpoint, name)) throw unexpected(endpoint, `${error.parameter} does not hold`);
          noteIgnored(endpoint, name);
        }
      }
    },
  };
}

const PROMISED_EVERYWHERE: readonly string[] = ['from', 'to'];

/** What is no filter: it is sent to a deployment that describes it. */
const OTHERS: readonly string[] = ['include'];

/** The deployment ignores the parameter. */
class Ignored extends Error {
  override readonly name = 'Ignored';
  readonly parameter: string;

  constructor(parameter: string) {
    super(`${parameter} is ignored`);
    this.parameter = parameter;
  }
}

/** One order may hold where another does not. */
function nameOf(parameter: string, sort: string): string {
  return parameter === 'sort' ? `sort=${sort}` : parameter;
}

/** The rows do not show what the parameter asks for, or are too many to look at all. */
export function lacking({ path }: Endpoint, parameter: string): PlatformError {
  return new PlatformError(
    'query_refused',
    `${parameter} is not possible at ${path}: the platform does not give what it needs.`,
  );
}

function sortValueIn<Row extends { readonly id: number }, Query extends ListQuery, Sums>(
  { rules, query }: CheckedList<Row, Query, Sums>,
  sort: string,
  lookups: RowLookups,
): ((row: Row) => SortValue) | null {
  const name = sort.replace(/^-/, '');
  const sortValue = Object.hasOwn(rules.sortValues, name) ? rules.sortValues[name] : undefined;
  return sortValue === undefined ? null : (row) => sortValue(row, lookups, query);
}

/** Ties may come in any order. */
function isSorted(values: readonly SortValue[], sort: string): boolean {
  const isDescending = sort.startsWith('-');
  return values.every((value, index) => {
    const before = index === 0 ? undefined : values[index - 1];
    return before === undefined || compareValues(before, value, isDescending) <= 0;
  });
}

function sortRows<Row extends { readonly id: number }>(
  rows: readonly Row[],
  sortValue: (row: Row) => SortValue,
  sort: string,
): readonly Row[] {
  const isDescending = sort.startsWith('-');
  return rows
    .map((row) => ({ row, value: sortValue(row) }))
    .sort((one, other) => compareValues(one.value, other.value, isDescending) || one.row.id - other.row.id)
    .map(({ row }) => row);
}

/** Null comes last, whatever the direction. */
function compareValues(one: SortValue, other: SortValue, isDescending: boolean): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  const order = one < other ? -1 : Number(one > other);
  return isDescending ? 0 - order : order;
}

/** The page, also from a deployment that gives smaller ones than were asked for. */
async function readFilled<Row extends { readonly id: number }, Query extends ListQuery, Sums>(
  { rules: { endpoint }, read }: CheckedList<Row, Query, Sums>,
  query: Query,
) {
  const { start, limit } = query;
  const first = await read(query);
  const rows = [...rowsOf(endpoint, first, start, limit)];
  while (rows.length < limit && start + rows.length < first.total) {
    const at = start + rows.length;
    const answer = await read({ ...query, start: at, limit: limit - rows.length });
    const more = rowsOf(endpoint, answer, at, limit - rows.length);
    expectTrue(endpoint, more.length > 0);
    rows.push(...more);
  }
  expectUnique(endpoint, rows, ({ id }) => id);
  return { rows, total: first.total, sums: first.sums };
}

function rowsOf<Row>(endpoint: Endpoint, { start, count, total, data }: PageAnswer<Row>, asked: number, most: number) {
  const isPage = start === asked && count === data.length && count <= most;
  expectTrue(endpoint, isPage && total >= 0 && (count > 0 || total <= asked));
  return data;
}

async function readAll<Row extends { readonly id: number }, Query extends ListQuery, Sums>(
  list: CheckedList<Row, Query, Sums>,
  sent: Query,
  reason: string,
  check: (rows: readonly Row[]) => void,
): Promise<readonly Row[]> {
  const { endpoint } = list.rules;
  const rows = new Map<number, Row>();
  for (let start = 0, total = 1; start < total; ) {
    const answer = await list.read({ ...sent, start, limit: list.cap });
    if (answer.total > MAX_ROWS) throw lacking(endpoint, reason);
    const page = rowsOf(endpoint, answer, start, list.cap);
    check(page);
    for (const row of page) rows.set(row.id, row);
    start += page.length;
    total = answer.total;
    expectTrue(endpoint, start <= total);
  }
  return [...rows.values()];
}

/** Lists that were read as a whole, for the pages that follow. */
function createWholeLists(
  clock: Pick<Clock, 'now'>,
  { cachedRows, cachedRowsMs }: { readonly cachedRows: number; readonly cachedRowsMs: number },
) {
  const lists = new Map<string, { readonly at: number; readonly rows: readonly unknown[] }>();

  function makeRoom(): void {
    let count = 0;
    for (const [name, { at, rows }] of [...lists].reverse()) {
      count += rows.length;
      if (count > cachedRows || ageOf(clock, at) >= cachedRowsMs) lists.delete(name);
    }
  }

  return {
    async read<Row>(name: string, readNow: () => Promise<readonly Row[]>): Promise<readonly Row[]> {
      makeRoom();
      const known = lists.get(name);
      // Stored below, under the same name.
      if (known !== undefined) return known.rows as readonly Row[];
      const at = clock.now();
      const rows = await readNow();
      lists.set(name, { at, rows });
      makeRoom();
      return rows;
    },
  };
}
