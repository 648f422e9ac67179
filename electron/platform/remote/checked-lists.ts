import { LRUCache } from 'lru-cache';
import type { MissingParameter } from '../../../shared/contract/connection.ts';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { ageOf } from '../../base/age-of.ts';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { Page } from '../platform.ts';
import { PlatformError } from '../platform-error.ts';
import { createDayNotes } from './day-notes.ts';
import { type PagedList, readFullPage, readWholeList } from './list-pages.ts';
import { type CheckedList, type ListPlan, type ListQuery, nameOfSort, planList, withLookups } from './list-plan.ts';
import type { SortValue } from './list-rules.ts';
import { isSorted, sortRows } from './list-sort.ts';
import { hasEffect, isReversible } from './parameter-proof.ts';
import { createWholeLists, type WholeListLimits } from './whole-lists.ts';

/** A list with more rows is not read as a whole. */
const MAX_ROWS = 200_000;

/** For how long the last row of a page is compared with the first one of the next. */
const BORDER_MS = 30_000;

const MAX_BORDERS = 1_000;

/** What was chosen and sorted out of one list that was read as a whole. */
const MAX_CHOICES = 4;

export type CheckedPage<Row, Sums> = Page<Row> & { readonly sums: Sums | null };

export interface CheckedLists {
  /**
   * The page that was asked for. A parameter is sent if the specification promises it or the deployment describes it, and
   * the rows are checked. What the deployment does not take, or ignores, is done here over all rows. Throws `PlatformError`
   * `query_refused` if the rows do not show what is asked for, or are too many.
   */
  read<Row, Query extends ListQuery, Sums>(list: CheckedList<Row, Query, Sums>): Promise<CheckedPage<Row, Sums>>;
  /** What was refused within the last day. */
  missing(): readonly MissingParameter[];
}

interface CheckedListsDeps {
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Pick<Log, 'warn'>;
  readonly limits: WholeListLimits;
}

interface SortedRows<Row> {
  readonly rows: readonly Row[];
  /** The sort value of each row. */
  readonly values: readonly SortValue[];
  readonly sortValue: (row: Row) => SortValue;
}

/** A list that was read as a whole, with what was chosen and sorted out of it. */
interface WholeList<Row, Sums> {
  readonly rows: readonly Row[];
  readonly choices: LRUCache<string, { readonly rows: readonly Row[]; readonly sums: Sums }>;
}

/** The lists of one deployment, and what was seen to hold and not to hold there within the last day. */
export function createCheckedLists({ clock, log, limits }: CheckedListsDeps): CheckedLists {
  const ignored = createDayNotes(clock);
  const missing = createDayNotes(clock);
  const proven = createDayNotes(clock);
  const borders = new LRUCache<string, { readonly at: number; readonly value: SortValue; readonly key: string }>({
    max: MAX_BORDERS,
  });
  const whole = createWholeLists(clock, limits);

  async function readPage<Row, Query extends ListQuery, Sums>(
    list: CheckedList<Row, Query, Sums>,
    plan: ListPlan<Row, Query>,
  ): Promise<CheckedPage<Row, Sums>> {
    const read = await readFullPage(pagedList(list, plan), plan.asked);
    const { rows, total, sums = null } = read;
    if (read.areSomeLeftOut) throw new Ignored('rows');
    if (read.hasWrongTotal) throw new Ignored('total');
    if (total > 0) {
      const checked = await withLookups(list, plan);
      await expectHeld(list, checked, rows);
      await expectProven(list, checked, rows, total);
    }
    if (sums !== null && list.areSumsOf?.(rows, sums) === false) throw new Ignored('sums');
    return { rows, total, sums };
  }

  /** Throws `Ignored` if the rows do not match the filters or are not in order. */
  async function expectHeld<Row, Query extends ListQuery, Sums>(
    list: CheckedList<Row, Query, Sums>,
    plan: ListPlan<Row, Query>,
    rows: readonly Row[],
  ): Promise<void> {
    expectFilters(plan, rows);
    const { sort, sortValue } = plan;
    if (sortValue === null) return;
    const values = rows.map(sortValue);
    if (!isSorted(values, sort)) throw new Ignored('sort');
    await expectBorder(list, plan, { rows, values, sortValue });
  }

  /** Throws `Ignored` if the page does not go on where the page before ended. */
  async function expectBorder<Row, Query extends ListQuery, Sums>(
    list: CheckedList<Row, Query, Sums>,
    plan: ListPlan<Row, Query>,
    { rows, values, sortValue }: SortedRows<Row>,
  ): Promise<void> {
    const paged = pagedList(list, plan);
    const { asked, sort } = plan;
    const { start } = asked;
    const first = values[0] ?? null;
    const name = `${list.reader} ${paged.endpoint.path} ${JSON.stringify({ ...list.query, start: 0, limit: 0 })}`;
    const before = borders.get(`${name} ${start}`);
    if (before !== undefined && ageOf(clock, before.at) < BORDER_MS && !isSorted([before.value, first], sort)) {
      // A change since then is no fault of the deployment: the row is read once more.
      const [again] = (await readFullPage(paged, { ...asked, start: start - 1, limit: 1 })).rows;
      const isSame = again !== undefined && paged.keyOf(again).join() === before.key;
      if (isSame && !isSorted([sortValue(again), first], sort)) throw new Ignored('sort');
    }
    const border = { at: clock.now(), value: values.at(-1) ?? null, key: rows.slice(-1).map(paged.keyOf).join() };
    borders.set(`${name} ${start + rows.length}`, border);
  }

  /**
   * Throws `Unproven` for a filter or an order that is sent, and of which the rows do not show whether it holds: they are
   * not all rows, or do not have the field.
   */
  async function expectProven<Row, Query extends ListQuery, Sums>(
    list: CheckedList<Row, Query, Sums>,
    plan: ListPlan<Row, Query>,
    rows: readonly Row[],
    total: number,
  ): Promise<void> {
    const { endpoint } = list.rules;
    const isWhole = rows.length === total;
    for (const [name, matches] of plan.filters) {
      const isShown = isWhole && matches !== null && !isUnknown(rows, matches);
      if (isShown || plan.toDo.has(name) || proven.has(endpoint, name)) continue;
      if (!(await hasEffect(list, plan, name, total))) throw new Unproven(name);
      proven.add(endpoint, name);
    }
    const { asked, sort, sortValue } = plan;
    const isOrderShown = sortValue !== null && !isUnknown(rows, sortValue);
    if (asked.sort === undefined || isOrderShown || proven.has(endpoint, nameOfSort(sort))) return;
    if (!(await isReversible(list, plan))) throw new Unproven('sort');
    proven.add(endpoint, nameOfSort(sort));
  }

  async function chooseRows<Row, Query extends ListQuery, Sums>(
    list: CheckedList<Row, Query, Sums>,
    plan: ListPlan<Row, Query>,
  ): Promise<CheckedPage<Row, Sums>> {
    const { query, reader, rules } = list;
    const asked = { ...plan.asked, ...(plan.sortValue !== null && { sort: undefined }) };
    const found = await whole.read(
      `${reader} ${rules.endpoint.path} ${JSON.stringify({ ...asked, start: 0, limit: 0 })}`,
      () => readWhole(list, plan, asked),
      (read) => read?.rows.length ?? 0,
    );
    if (found === null) return readUnsorted(list, plan);
    const name = JSON.stringify([{ ...query, start: 0, limit: 0 }, [...plan.toDo]]);
    const choice = found.choices.get(name) ?? choose(list, await withLookups(list, plan), found.rows);
    found.choices.set(name, choice);
    const rows = choice.rows.slice(query.start, query.start + query.limit);
    return { rows, total: choice.rows.length, sums: choice.sums };
  }

  async function readWhole<Row, Query extends ListQuery, Sums>(
    list: CheckedList<Row, Query, Sums>,
    plan: ListPlan<Row, Query>,
    asked: Query,
  ): Promise<WholeList<Row, Sums> | null> {
    const rows = await readWholeList(pagedList(list, plan), asked, MAX_ROWS, async (page) => {
      expectFilters(page.length === 0 ? plan : await withLookups(list, plan), page);
    });
    if (rows === null) return null;
    if (rows.length > 0) await expectProven(list, { ...(await withLookups(list, plan)), asked }, rows, rows.length);
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
      const unproven = new Set<string>();
      for (;;) {
        const plan = await planList(list, (name) => ignored.has(endpoint, name) || unproven.has(name));
        try {
          const page = await (plan.toDo.size === 0 ? readPage(list, plan) : chooseRows(list, plan));
          if (hasParts?.(list.query, page.rows) === false) throw refuse(endpoint, 'include');
          return page;
        } catch (error) {
          if (!(error instanceof Doubted)) throw error;
          // It is not sent any more, and cannot be found once more.
          const name = error.parameter === 'sort' ? nameOfSort(plan.sort) : error.parameter;
          unproven.add(name);
          if (!(error instanceof Ignored)) continue;
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

/** The list is read as a whole, and the parameter is done here. */
abstract class Doubted extends Error {
  readonly parameter: string;

  constructor(parameter: string) {
    super(`${parameter} may not hold`);
    this.parameter = parameter;
  }
}

/** The deployment ignores the parameter, its `sums` or `total` are not those of the rows, or its `rows` cannot all be read. */
class Ignored extends Doubted {
  override readonly name = 'Ignored';
}

/** Nothing shows whether the parameter holds for this query. */
class Unproven extends Doubted {
  override readonly name = 'Unproven';
}

function expectFilters<Row, Query>({ filters, toDo }: ListPlan<Row, Query>, rows: readonly Row[]): void {
  for (const [name, matches] of filters) {
    if (toDo.has(name) || matches === null) continue;
    if (rows.some((row) => matches(row) === false)) throw new Ignored(name);
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
