import { Temporal } from 'temporal-polyfill';

/** A failure that is sent in an envelope. */
export class CallRefusal extends Error {
  readonly className: string;
  /** The call is undocumented, which is a mistake of the caller. */
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

/** A filter by its full name with the operator. `values` has one value of `val`, or all of `multi_val`. */
export interface Filter {
  readonly name: string;
  readonly values: readonly unknown[];
}

export interface ListParameters {
  readonly start: number;
  /** 0 for all. */
  readonly limit: number;
  readonly isDescending: boolean;
  readonly filters: readonly Filter[];
}

/** `S` is start, limit, order, filters; `LS` has a language before them, `QLS` a query before the language. */
export type ParameterFamily = 'S' | 'LS' | 'QLS';

/** Trailing parameters may be omitted or null. */
export function withoutTrailingNulls(params: readonly unknown[]): readonly unknown[] {
  const last = params.findLastIndex((param) => param !== null);
  return params.slice(0, last + 1);
}

/**
 * Reads the parameters of a list. Throws `CallRefusal` for parameters that no client sends, and for a search. `allowed`
 * has full names of filters.
 */
export function readListParameters(
  family: ParameterFamily,
  params: readonly unknown[],
  allowed: readonly string[],
): ListParameters {
  const rest = [...withoutTrailingNulls(params)];
  if (family === 'QLS' && !isEmptyText(rest.shift())) throw undocumented('query is not 0');
  if (family !== 'S' && !isLanguage(rest.shift())) throw undocumented('lang is not 0');
  if (rest.length > 4) throw undocumented(`${params.length} parameters are too many`);
  const [start, limit, order, filters] = rest;
  return {
    start: readCount('start', start),
    limit: readCount('limit', limit),
    isDescending: isDescending(order),
    filters: readFilters(filters, allowed),
  };
}

function isEmptyText(value: unknown): boolean {
  return value === 0 || value === '0' || value === ' ';
}

function isLanguage(value: unknown): boolean {
  return isEmptyText(value) || (typeof value === 'string' && /^[a-z]{2}$/.test(value));
}

function readCount(name: string, given: unknown): number {
  const count = readId(given);
  if (count !== null) return count;
  throw undocumented(`${name} is no whole number from 0`);
}

/** Reads an id or a count, which may be text; `null` for anything else. */
export function readId(given: unknown): number | null {
  const id = typeof given === 'string' && /^\d+$/.test(given) ? Number(given) : given;
  return typeof id === 'number' && Number.isSafeInteger(id) && id >= 0 ? id : null;
}

/** Lists are sorted by id only. */
function isDescending(order: unknown): boolean {
  if (order === undefined || order === null) return false;
  if (!Array.isArray(order)) throw undocumented('order is no list');
  const [first, ...others] = order;
  if (first === undefined) return false;
  const { name, dir, ...further } = readMembers(first, 'order');
  const isKnown = name === 'id' && /^(asc|desc)$/i.test(String(dir));
  if (!isKnown || others.length > 0 || Object.keys(further).length > 0) throw undocumented('order is other than by id');
  return /^desc$/i.test(String(dir));
}

export function readFilters(filters: unknown, allowed: readonly string[]): readonly Filter[] {
  if (filters === undefined || filters === null) return [];
  if (!Array.isArray(filters)) throw undocumented('filters are no list');
  return filters.map((entry) => readFilter(entry, allowed));
}

function readFilter(entry: unknown, allowed: readonly string[]): Filter {
  const { name, val, multi_val: values = [val], ...further } = readMembers(entry, 'filter');
  if (typeof name !== 'string' || !allowed.includes(name)) throw undocumented(`filter ${String(name)} is unknown here`);
  if (!Array.isArray(values) || Object.keys(further).length > 0) throw undocumented(`filter ${name} has another form`);
  return { name, values };
}

function readMembers(value: unknown, what: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw undocumented(`${what} is no object`);
}

/** Whether the record has one of the values at the filter's path, for `=` and `in_list`. */
export function holds({ name, values }: Filter, record: object): boolean {
  const path = name.slice(0, name.lastIndexOf('__')).split('/');
  const found = path.reduce((at: unknown, member) => (at as Record<string, unknown> | null)?.[member], record);
  return values.some((value) => looseText(value) === looseText(found));
}

/** `1`, `"1"` and `true` are the same in a filter. */
function looseText(value: unknown): string {
  return typeof value === 'boolean' ? String(Number(value)) : String(value);
}

/** Reads `YYYY-MM-DD HH:MM:SS` as UTC. Throws `CallRefusal` for anything else. */
export function readInstant({ name, values: [value] }: Filter): number {
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(value)) {
    try {
      return Temporal.PlainDateTime.from(value).toZonedDateTime('UTC').epochMilliseconds;
    } catch {
      // Not a calendar date.
    }
  }
  throw undocumented(`filter ${name} has no date`);
}
