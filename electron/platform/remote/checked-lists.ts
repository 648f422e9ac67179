import { LRUCache } from 'lru-cache';
import type { MissingParameter } from '../../../shared/contract/connection.ts';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import { createTimedCache } from '../../base/timed-cache.ts';
import type { Page } from '../platform.ts';
import { PlatformError } from '../platform-error.ts';
import { createDayNotes } from './day-notes.ts';
import { type PagedList, readFullPage, readWholeList } from './list-pages.ts';
import { type CheckedList, type ListPlan, type ListQuery, nameOfSort, planList } from './list-plan.ts';
import { isSorted, sortRows } from './list-sort.ts';
import type { RemoteLimits } from './remote-client.ts';

/** A list with more rows is not read as a whole. */
const MAX_ROWS = 200_000;

/** What was chosen and sorted out of one list that was read as a whole. */
const MAX_CHOICES = 4;

export type CheckedPage<Row, Sums> = Page<Row> & { readonly sums: Sums | null };

export interface CheckedLists {
  /**
   * The page that was asked for. A parameter is sent if the specification promises it or the deployment describes it, and
   * the rows are checked. What the deployment does not take, or ignores, is done here over all rows. Throws `PlatformError`
   * `query_refused` if the rows do not show what has to be done here, or are too many.
   */
  read<Row, Query extends ListQuery, Sums>(list: CheckedList<Row, Query, Sums>): Promise<CheckedPage<Row, Sums>>;
  /** What was refused within the last day. */
  missing(): readonly MissingParameter[];
}

interface CheckedListsDeps {
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Pick<Log, 'warn'>;
  readonly limits: Pick<RemoteLimits, 'cachedRows' | 'cachedRowsMs'>;
}

/** A list that was read as a whole, with what was chosen and sorted out of it. */
interface WholeList<Row, Sums> {
  /** `null` if there are too many. */
  readonly rows: readonly Row[] | null;
  readonly choices: LRUCache<string, { readonly rows: readonly Row[]; readonly sums: Sums }>;
}

/** The lists of one deployment, and what was seen to hold and not to hold there within the last day. */
export function createCheckedLists({ clock, log, limits }: CheckedListsDeps): CheckedLists {
  const ignored = createDayNotes(clock);
  const missing = createDayNotes(clock);
  /** For the pages that follow. Whoever asks for a list that is being read waits for it. */
  const whole = createTimedCache<WholeList<unknown, unknown>>({
    ...{ clock, ttlMs: limits.cachedRowsMs, maxSize: limits.cachedRows },
    sizeOf: ({ rows }) => rows?.length ?? 0,
  });

  async function readPage<Row, Query extends ListQuery, Sums>(
    list: CheckedList<Row, Query, Sums>,
    plan: ListPlan<Row, Query>,
  ): Promise<CheckedPage<Row, Sums>> {
    const read = await readFullPage(pagedList(list, plan), plan.asked);
    const { rows, total, sums = null } = read;
    if (read.areSomeLeftOut) throw new Ignored('rows');
    if (read.hasWrongTotal) throw new Ignored('total');
    if (total > 0) {
      expectFilters(list, plan, rows);
      const { sort, sortValue } = plan;
      if (sortValue !== null && !isSorted(rows.map(sortValue), sort)) throw new Ignored('sort');
    }
    if (sums !== null && list.areSumsOf?.(rows, sums) === false) throw new Ignored('sums');
    return { rows, total, sums };
  }

  /** Throws `Ignored` if a row does not match a filter, and `query_refused` if no row has a field that every match must have. */
  function expectFilters<Row, Query extends ListQuery, Sums>(
    { rules: { endpoint, seldomShown = [] } }: CheckedList<Row, Query, Sums>,
    { filters, toDo }: ListPlan<Row, Query>,
    rows: readonly Row[],
  ): void {
    for (const [name, matches] of filters) {
      if (toDo.has(name) || matches === null) continue;
      if (isUnknown(rows, matches) && !seldomShown.includes(name)) throw refuse(endpoint, name);
      if (rows.some((row) => matches(row) === false)) throw new Ignored(name);
    }
  }

  async function chooseRows<Row, Query extends ListQuery, Sums>(
    list: CheckedList<Row, Query, Sums>,
    plan: ListPlan<Row, Query>,
  ): Promise<CheckedPage<Row, Sums>> {
    const { query, reader, rules } = list;
    const asked = { ...plan.asked, ...(plan.sortValue !== null && { sort: undefined }) };
    const listName = `${reader} ${rules.endpoint.path} ${JSON.stringify({ ...asked, start: 0, limit: 0 })}`;
    const readNow = () => readWhole(list, plan, asked) as Promise<WholeList<unknown, unknown>>;
    // Each name has lists of one type.
    const found = (await whole.read(listName, readNow)) as WholeList<Row, Sums>;
    if (found.rows === null) return readUnsorted(list, plan);
    const name = JSON.stringify([{ ...query, start: 0, limit: 0 }, [...plan.toDo]]);
    const choice = found.choices.get(name) ?? choose(list, plan, found.rows);
    found.choices.set(name, choice);
    const rows = choice.rows.slice(query.start, query.start + query.limit);
    return { rows, total: choice.rows.length, sums: choice.sums };
  }

  async function readWhole<Row, Query extends ListQuery, Sums>(
    list: CheckedList<Row, Query, Sums>,
    plan: ListPlan<Row, Query>,
    asked: Query,
  ): Promise<WholeList<Row, Sums>> {
    const rows = await readWholeList(pagedList(list, plan), asked, MAX_ROWS, (page) => expectFilters(list, plan, page));
    return { rows, choices: new LRUCache({ max: MAX_CHOICES }) };
  }

  /** A page of a list that is too large to be read as a whole. Its order is the only thing that may be lost. */
  async function readUnsorted<Row, Query extends ListQuery, Sums>(
    list: CheckedList<Row, Query, Sums>,
    plan: ListPlan<Row, Query>,
  ): Promise<CheckedPage<Row, Sums>> {
    const { endpoint } = list.rules;
    const lost = [...plan.toDo].find((name) => plan.filters.has(name) || (name === 'sort' && list.query.sort));
    if (lost !== undefined) {
      const name = lost === 'sort' ? nameOfSort(plan.sort) : lost;
      const isOfRange = plan.filters.has('from');
      if (!isOfRange) missing.add(endpoint, name.replace('=-', '='));
      throw new PlatformError(
        'query_refused',
        `${name} is not possible at ${endpoint.path}: the platform does not take it, and the list is too long to be ` +
          `read as a whole.${isOfRange ? ' Choose a shorter range.' : ''}`,
      );
    }
    const { rows, total, sums = null } = await readFullPage(pagedList(list, plan), plan.asked);
    return { rows, total, sums: plan.toDo.has('sums') ? null : sums };
  }

  /** Throws `PlatformError` `query_refused`. */
  function choose<Row, Query extends ListQuery, Sums>(
    list: CheckedList<Row, Query, Sums>,
    { filters, sort, sortValue, toDo }: ListPlan<Row, Query>,
    all: readonly Row[],
  ) {
    const { endpoint, keyOf } = list.rules;
    let rows = all;
    for (const [name, matches] of filters) {
      if (!toDo.has(name)) continue;
      if (matches === null || isUnknown(all, matches)) throw refuse(endpoint, name);
      rows = rows.filter((row) => matches(row) === true);
    }
    const isSortLost =
      sortValue === null ? toDo.has('sort') : list.query.sort !== undefined && isUnknown(rows, sortValue);
    if (isSortLost) throw refuse(endpoint, nameOfSort(sort));
    return { rows: sortValue === null ? rows : sortRows(rows, sortValue, sort, keyOf), sums: list.sumsOf(rows) };
  }

  function refuse(endpoint: Endpoint, name: string): PlatformError {
    missing.add(endpoint, name.replace('=-', '='));
    return new PlatformError(
      'query_refused',
      `${name} is not possible at ${endpoint.path}: the platform does not take it, and its rows do not show it.`,
    );
  }

  return {
    async read(list) {
      const { endpoint, hasParts } = list.rules;
      for (;;) {
        const plan = await planList(list, (name) => ignored.has(endpoint, name));
        try {
          const page = await (plan.toDo.size === 0 ? readPage(list, plan) : chooseRows(list, plan));
          if (hasParts?.(list.query, page.rows) === false) throw refuse(endpoint, 'include');
          return page;
        } catch (error) {
          if (!(error instanceof Ignored)) throw error;
          // It is not sent any more, and cannot be found once more.
          const name = error.parameter === 'sort' ? nameOfSort(plan.sort) : error.parameter;
          ignored.add(endpoint, name);
          log.warn(
            { path: endpoint.path, what: name },
            'a list of another deployment does not hold and is worked out here',
          );
        }
      }
    },
    missing: missing.list,
  };
}

/** The deployment ignores the parameter, its `sums` or `total` are not those of the rows, or its `rows` cannot all be read. */
class Ignored extends Error {
  override readonly name = 'Ignored';
  readonly parameter: string;

  constructor(parameter: string) {
    super(`${parameter} does not hold`);
    this.parameter = parameter;
  }
}

/** No row has the field. */
function isUnknown<Row>(rows: readonly Row[], read: (row: Row) => unknown): boolean {
  return rows.length > 0 && rows.every((row) => read(row) === null);
}

function pagedList<Row, Query extends ListQuery, Sums>(
  { rules, read }: CheckedList<Row, Query, Sums>,
  { filters, toDo }: ListPlan<Row, Query>,
) {
  const { endpoint, keyOf, cap, mayLeaveOut = false } = rules;
  const isFiltered = [...filters.keys()].some((name) => !toDo.has(name));
  return { endpoint, keyOf, cap, mayLeaveOut, isFiltered, read } satisfies PagedList<Row, Query, Sums>;
}
