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

/** A filter, by its whole name with the operator. Values are loose: 1, "1" and true are the same. */
export interface Filter {
  readonly name: string;
  readonly values: readonly (string | number | boolean)[];
}

export interface ListParameters {
  readonly start: number;
  /** 0 is all. */
  readonly limit: number;
  readonly isDescending: boolean;
  readonly filters: readonly Filter[];
  /** Empty for all. */
  readonly query: string;
}

/** `S` is start, limit, order, filters; `L` a language before it; `Q` a query before that. */
export type ParameterFamily = 'S' | 'LS' | 'QLS';

/** Trailing parameters may be left out or be null. */
export function withoutTrailingNulls(params: readonly unknown[]): readonly unknown[] {
  const last = params.findLastIndex((param) => param !== null);
  return params.slice(0, last + 1);
}

/** Throws `CallRefusal` at any form that is not documented. `allowed` are whole names of filters. */
export function readListParameters(
  family: ParameterFamily,
  params: readonly unknown[],
  allowed: readonly string[],
): ListParameters {
  const rest = [...withoutTrailingNulls(params)];
  const query = family === 'QLS' ? readQuery(rest.shift()) : '';
  if (family !== 'S') checkLanguage(rest.shift());
  if (rest.length > 4) throw undocumented(`${params.length} parameters are too many`);
  const [start, limit, order, filters] = rest;
  return {
    start: readCount('start', start),
    limit: readCount('limit', limit),
    isDescending: readOrder(order),
    filters: readFilters(filters, allowed),
    query,
  };
}

function readQuery(query: unknown): string {
  if (query === 0) return '';
  if (typeof query !== 'string') throw undocumented('query is neither 0 nor text');
  return query.trim();
}

function checkLanguage(language: unknown): void {
  if (language === 0) return;
  if (typeof language !== 'string' || !/^[a-z]{2}$/.test(language))
    throw undocumented('lang is neither 0 nor two letters');
}

function readCount(name: string, count: unknown): number {
  if (typeof count === 'number' && Number.isSafeInteger(count) && count >= 0) return count;
  throw undocumented(`${name} is no whole number from 0`);
}

/** Lists are ordered by id alone. */
function readOrder(order: unknown): boolean {
  if (order === undefined || order === null) return false;
  if (!Array.isArray(order)) throw undocumented('order is no list');
  const [first, ...others] = order;
  if (first === undefined) return false;
  const { name, dir, ...further } = membersOf(first, 'order');
  const isKnown = name === 'id' && (dir === 'asc' || dir === 'desc');
  if (!isKnown || others.length > 0 || Object.keys(further).length > 0) throw undocumented('order is other than by id');
  return dir === 'desc';
}

export function readFilters(filters: unknown, allowed: readonly string[]): readonly Filter[] {
  if (filters === undefined || filters === null) return [];
  if (!Array.isArray(filters)) throw undocumented('filters are no list');
  return filters.map((entry) => readFilter(entry, allowed));
}

function readFilter(entry: unknown, allowed: readonly string[]): Filter {
  const { name, ...given } = membersOf(entry, 'filter');
  if (typeof name !== 'string' || !allowed.includes(name)) throw undocumented(`filter ${String(name)} is unknown here`);
  const isMulti = name.endsWith('__in_list');
  const { [isMulti ? 'multi_val' : 'val']: value, ...further } = given;
  if (Object.keys(further).length > 0) throw undocumented(`filter ${name} has ${Object.keys(further).join(', ')}`);
  const values: readonly unknown[] = isMulti && Array.isArray(value) ? value : [value];
  if (!values.every(isScalar) || (isMulti && !Array.isArray(value))) throw undocumented(`filter ${name} has no value`);
  return { name, values };
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function membersOf(value: unknown, what: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw undocumented(`${what} is no object`);
}

/** Whether a value of a record is one of the filter's. */
export function isAmong(filter: Filter, value: string | number | boolean): boolean {
  return filter.values.some((other) => looseText(other) === looseText(value));
}

function looseText(value: string | number | boolean): string {
  if (typeof value === 'boolean' || value === 'true' || value === 'false') return String(value) === 'true' ? '1' : '0';
  return String(value);
}

/** The moment of `YYYY-MM-DD HH:MM:SS` in the zone; throws `CallRefusal` at any other form. */
export function momentOf({ name, values: [value] }: Filter, zone: string): number {
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(value)) {
    try {
      return Temporal.PlainDateTime.from(value).toZonedDateTime(zone).epochMilliseconds;
    } catch {
      // No date of the calendar.
    }
  }
  throw undocumented(`filter ${name} has no date`);
}
