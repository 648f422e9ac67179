import { LRUCache } from 'lru-cache';
import type { MissingParameter } from '../../../shared/contract/connection.ts';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import { createTimedCache } from '../../base/timed-cache.ts';
import type { Page } from '../platform.ts';
import { PlatformError } from '../platform-error.ts';
import { createDaySet } from './day-notes.ts';
import { type PagedList, readFullPage, readWholeList } from './list-pages.ts';
import { type CheckedList, getSortName, type ListPlan, type ListQuery, planList } from './list-plan.ts';
import { isSorted, sortRows } from './list-sort.ts';
import type { RemoteLimits } from './remote-client.ts';

/** Longer lists are not read as a whole. */
const MAX_ROWS = 200_000;

/** Maximum number of filtered and sorted results per whole list. */
const MAX_RESULTS = 4;

export type CheckedPage<Row, Sums> = Page<Row> & { readonly sums: Sums | null };

export interface CheckedLists {
  /**
   * Reads the requested page. Sends a parameter if the specification promises it or the deployment describes it, and
   * checks the rows. Applies parameters that the deployment lacks or ignores to all rows here. Throws `PlatformError`
   * `query_refused` if the rows lack the needed field or are too many.
   */
  read<Row, Query extends ListQuery, Sums>(list: CheckedList<Row, Query, Sums>): Promise<CheckedPage<Row, Sums>>;
  /** Returns parameters that were refused within the last day. */
  getMissing(): readonly MissingParameter[];
}

interface CheckedListsDeps {
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Pick<Log, 'warn'>;
  readonly limits: Pick<RemoteLimits, 'maxCachedRows' | 'cachedRowsTtlMs'>;
}

/** A list that was read as a whole, with its filtered and sorted results. */
interface WholeList<Row, Sums> {
  /** `null` if the list is too long. */
  readonly rows: readonly Row[] | null;
  readonly results: LRUCache<string, { readonly rows: readonly Row[]; readonly sums: Sums }>;
}

/** Reads the lists of one deployment. Remembers for a day which parameters it lacks or ignores. */
export function createCheckedLists({ clock, log, limits }: CheckedListsDeps): CheckedLists {
  const ignored = createDaySet(clock);
  const missing = createDaySet(clock);
  /** Cached for the following pages. Concurrent readers of a list share one reading. */
  const whole = createTimedCache<WholeList<unknown, unknown>>({
    ...{ clock, ttlMs: limits.cachedRowsTtlMs, maxSize: limits.maxCachedRows },
    sizeOf: ({ rows }) => rows?.length ?? 0,
  });

  async function readPage<Row, Query extends ListQuery, Sums>(
    list: CheckedList<Row, Query, Sums>,
    plan: ListPlan<Row, Query>,
  ): Promise<CheckedPage<Row, Sums>> {
    const read = await readFullPage(createPagedList(list, plan), plan.asked);
    const { rows, total, sums = null } = read;
    if (read.hasLeftOut) throw new IgnoredParameter('rows');
    if (read.hasWrongTotal) throw new IgnoredParameter('total');
    if (total > 0) {
      assertFilters(list, plan, rows);
      const { sort, sortValue } = plan;
      if (sortValue !== null && !isSorted(rows.map(sortValue), sort)) throw new IgnoredParameter('sort');
    }
    if (sums !== null && list.canSumsMatch?.(rows, sums) === false) throw new IgnoredParameter('sums');
    return { rows, total, sums };
  }

  /**
   * Throws `Ignored` if a row does not match a filter, and `query_refused` if all rows lack a field that every match
   * must have.
   */
  function assertFilters<Row, Query extends ListQuery, Sums>(
    { rules: { endpoint, optionalFields = [] } }: CheckedList<Row, Query, Sums>,
    { filters, localRules }: ListPlan<Row, Query>,
    rows: readonly Row[],
  ): void {
    for (const [name, matches] of filters) {
      if (localRules.has(name) || matches === null) continue;
      if (isMissingEverywhere(rows, matches) && !optionalFields.includes(name)) throw createRefusal(endpoint, name);
      if (rows.some((row) => matches(row) === false)) throw new IgnoredParameter(name);
    }
  }

  async function readWithLocalRules<Row, Query extends ListQuery, Sums>(
    list: CheckedList<Row, Query, Sums>,
    plan: ListPlan<Row, Query>,
  ): Promise<CheckedPage<Row, Sums>> {
    const { query, reader, rules } = list;
    const asked = { ...plan.asked, ...(plan.sortValue !== null && { sort: undefined }) };
    const listName = `${reader} ${rules.endpoint.path} ${JSON.stringify({ ...asked, start: 0, limit: 0 })}`;
    const readNow = () => readWhole(list, plan, asked) as Promise<WholeList<unknown, unknown>>;
    // The name determines the row type.
    const found = (await whole.read(listName, readNow)) as WholeList<Row, Sums>;
    if (found.rows === null) return readUnsorted(list, plan);
    const name = JSON.stringify([{ ...query, start: 0, limit: 0 }, [...plan.localRules]]);
    const result = found.results.get(name) ?? applyLocalRules(list, plan, found.rows);
    found.results.set(name, result);
    const rows = result.rows.slice(query.start, query.start + query.limit);
    return { rows, total: result.rows.length, sums: result.sums };
  }

  async function readWhole<Row, Query extends ListQuery, Sums>(
    list: CheckedList<Row, Query, Sums>,
    plan: ListPlan<Row, Query>,
    asked: Query,
  ): Promise<WholeList<Row, Sums>> {
    const rows = await readWholeList(createPagedList(list, plan), asked, MAX_ROWS, (page) =>
      assertFilters(list, plan, page),
    );
    return { rows, results: new LRUCache({ max: MAX_RESULTS }) };
  }

  /** Reads a page of a list that is too long to read as a whole. Only its sort order may be lost. */
  async function readUnsorted<Row, Query extends ListQuery, Sums>(
    list: CheckedList<Row, Query, Sums>,
    plan: ListPlan<Row, Query>,
  ): Promise<CheckedPage<Row, Sums>> {
    const { endpoint } = list.rules;
    const lost = [...plan.localRules].find((name) => plan.filters.has(name) || (name === 'sort' && list.query.sort));
    if (lost !== undefined) {
      const name = lost === 'sort' ? getSortName(plan.sort) : lost;
      const hasRange = plan.filters.has('from');
      if (!hasRange) missing.add(endpoint, name.replace('=-', '='));
      throw new PlatformError(
        'query_refused',
        `${name} is not possible at ${endpoint.path}: the platform does not support it, and the list is too long to read ` +
          `as a whole.${hasRange ? ' Choose a shorter range.' : ''}`,
      );
    }
    const { rows, total, sums = null } = await readFullPage(createPagedList(list, plan), plan.asked);
    return { rows, total, sums: plan.localRules.has('sums') ? null : sums };
  }

  /** Throws `PlatformError` `query_refused`. */
  function applyLocalRules<Row, Query extends ListQuery, Sums>(
    list: CheckedList<Row, Query, Sums>,
    { filters, sort, sortValue, localRules }: ListPlan<Row, Query>,
    all: readonly Row[],
  ) {
    const { endpoint, getKey } = list.rules;
    let rows = all;
    for (const [name, matches] of filters) {
      if (!localRules.has(name)) continue;
      if (matches === null || isMissingEverywhere(all, matches)) throw createRefusal(endpoint, name);
      rows = rows.filter((row) => matches(row) === true);
    }
    const isSortLost =
      sortValue === null
        ? localRules.has('sort')
        : list.query.sort !== undefined && isMissingEverywhere(rows, sortValue);
    if (isSortLost) throw createRefusal(endpoint, getSortName(sort));
    return {
      rows: sortValue === null ? rows : sortRows(rows, sortValue, sort, getKey),
      sums: list.calculateSums(rows),
    };
  }

  function createRefusal(endpoint: Endpoint, name: string): PlatformError {
    missing.add(endpoint, name.replace('=-', '='));
    return new PlatformError(
      'query_refused',
      `${name} is not possible at ${endpoint.path}: the platform does not support it, and its rows lack the field.`,
    );
  }

  return {
    async read(list) {
      const { endpoint, hasParts } = list.rules;
      for (;;) {
        const plan = await planList(list, (name) => ignored.has(endpoint, name));
        try {
          const page = await (plan.localRules.size === 0 ? readPage(list, plan) : readWithLocalRules(list, plan));
          if (hasParts?.(list.query, page.rows) === false) throw createRefusal(endpoint, 'include');
          return page;
        } catch (error) {
          if (!(error instanceof IgnoredParameter)) throw error;
          // The parameter is not sent again, so the loop ends.
          const name = error.parameter === 'sort' ? getSortName(plan.sort) : error.parameter;
          ignored.add(endpoint, name);
          log.warn(
            { path: endpoint.path, what: name },
            'another deployment ignores a list parameter; it is applied here',
          );
        }
      }
    },
    getMissing: missing.list,
  };
}

/** The deployment ignores a parameter, its `sums` or `total` do not match the rows, or some `rows` cannot be read. */
class IgnoredParameter extends Error {
  override readonly name = 'Ignored';
  readonly parameter: string;

  constructor(parameter: string) {
    super(`${parameter} is ignored or wrong`);
    this.parameter = parameter;
  }
}

/** Whether all rows lack the field. */
function isMissingEverywhere<Row>(rows: readonly Row[], read: (row: Row) => unknown): boolean {
  return rows.length > 0 && rows.every((row) => read(row) === null);
}

function createPagedList<Row, Query extends ListQuery, Sums>(
  { rules, read }: CheckedList<Row, Query, Sums>,
  { filters, localRules }: ListPlan<Row, Query>,
) {
  const { endpoint, getKey, cap, canLeaveOut = false } = rules;
  const isFiltered = [...filters.keys()].some((name) => !localRules.has(name));
  return { endpoint, getKey, cap, canLeaveOut, isFiltered, read } satisfies PagedList<Row, Query, Sums>;
}
