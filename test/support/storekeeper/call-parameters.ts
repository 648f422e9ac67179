import { Temporal } from 'temporal-polyfill';

/** A failure that is answered in an envelope. */
export class CallRefusal extends Error {
  readonly className: string;
  /** The caller asked for something that is not documented: a defect of the caller. */
  readonly isUndocumented: boolean;

  constructor(className: string, message: string, { isUndocumented = false } = {}) {
    super(message);
    this.className = className;
    this.isUndocumented = isUndocumented;
  }
}

export function undocumented(message: string): CallRefusal {
  return new CallRefusal('General', message, { isUndocumented: true });
}

/** A filter, by its whole name with the operator. */
export interface Filter {
  readonly name: string;
  readonly value: unknown;
}

export interface ListParameters {
  readonly start: number;
  /** 0 is all. */
  readonly limit: number;
  readonly filters: readonly Filter[];
}

/** `S` is start, limit, order, filters; `L` a language before it; `Q` a query before that. */
export type ParameterFamily = 'S' | 'LS' | 'QLS';

/** Trailing parameters may be left out or be null. */
export function withoutTrailingNulls(params: readonly unknown[]): readonly unknown[] {
  const last = params.findLastIndex((param) => param !== null);
  return params.slice(0, last + 1);
}

/** Throws `CallRefusal` at any form that is not documented, and at a search: a copy reads whole lists. `allowed` are whole names of filters. */
export function readListParameters(
  family: ParameterFamily,
  params: readonly unknown[],
  allowed: readonly string[],
): ListParameters {
  const rest = [...withoutTrailingNulls(params)];
  if (family === 'QLS' && rest.shift() !== 0) throw undocumented('query is not 0');
  if (family !== 'S' && rest.shift() !== 0) throw undocumented('lang is not 0');
  if (rest.length > 4) throw undocumented(`${params.length} parameters are too many`);
  const [start, limit, order, filters] = rest;
  checkOrder(order);
  return {
    start: readCount('start', start),
    limit: readCount('limit', limit),
    filters: readFilters(filters, allowed),
  };
}

function readCount(name: string, count: unknown): number {
  if (typeof count === 'number' && Number.isSafeInteger(count) && count >= 0) return count;
  throw undocumented(`${name} is no whole number from 0`);
}

/** Lists are ordered by id alone. */
function checkOrder(order: unknown): void {
  if (order === undefined || order === null) return;
  if (!Array.isArray(order)) throw undocumented('order is no list');
  const [first, ...others] = order;
  if (first === undefined) return;
  const { name, dir, ...further } = membersOf(first, 'order');
  const isKnown = name === 'id' && dir === 'asc';
  if (!isKnown || others.length > 0 || Object.keys(further).length > 0) throw undocumented('order is other than by id');
}

export function readFilters(filters: unknown, allowed: readonly string[]): readonly Filter[] {
  if (filters === undefined || filters === null) return [];
  if (!Array.isArray(filters)) throw undocumented('filters are no list');
  return filters.map((entry) => readFilter(entry, allowed));
}

function readFilter(entry: unknown, allowed: readonly string[]): Filter {
  const { name, val: value, ...further } = membersOf(entry, 'filter');
  if (typeof name !== 'string' || !allowed.includes(name)) throw undocumented(`filter ${String(name)} is unknown here`);
  if (Object.keys(further).length > 0) throw undocumented(`filter ${name} has ${Object.keys(further).join(', ')}`);
  return { name, value };
}

function membersOf(value: unknown, what: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw undocumented(`${what} is no object`);
}

/** The moment of `YYYY-MM-DD HH:MM:SS` in the zone; throws `CallRefusal` at any other form. */
export function momentOf({ name, value }: Filter, zone: string): number {
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(value)) {
    try {
      return Temporal.PlainDateTime.from(value).toZonedDateTime(zone).epochMilliseconds;
    } catch {
      // No date of the calendar.
    }
  }
  throw undocumented(`filter ${name} has no date`);
}
