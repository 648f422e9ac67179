import { formatTimestamp } from '../../../shared/calendar.ts';
import { parseId, readMembers } from './records.ts';

/** Identifies the caller and is sent unchanged with every call. Secret, except for the anonymous one. */
export type AuthObject = Readonly<Record<string, unknown>>;

type FilterValue = string | number;

export interface Filter {
  readonly name: string;
  readonly val: FilterValue;
}

/** Creates a condition on a member of the record. */
export function createFilter(path: string, operator: '=' | '>=', val: FilterValue): Filter {
  return { name: `${path}__${operator}`, val };
}

/**
 * Formats a timestamp for filters, without an offset. StoreKeeper's time zone is not documented, so ask from 2 days
 * before.
 */
export function formatFilterDate(instantMs: number): string {
  return formatTimestamp(instantMs).slice(0, 19).replace('T', ' ');
}

/** A page of a list. Rows match all filters. */
export interface ListRequest {
  /** Starts at 0. */
  readonly start: number;
  readonly limit: number;
  readonly order?: readonly { readonly name: string; readonly dir: 'asc' | 'desc' }[];
  readonly filters?: readonly Filter[];
}

/** Rows are not checked yet. `total` is `null` if the answer has none. */
export interface ListAnswer {
  readonly rows: readonly unknown[];
  readonly total: number | null;
}

interface FunctionEntry<Args, Answer> {
  readonly module: string;
  toParams(args: Args): readonly unknown[];
  /** Returns `undefined` if the response is of the wrong type. */
  parseAnswer(response: unknown): Answer | undefined;
}

function createEntry<Args, Answer>(given: FunctionEntry<Args, Answer>): FunctionEntry<Args, Answer> {
  return Object.freeze(given);
}

type Nothing = Readonly<Record<never, never>>;

const toPaging = ({ start, limit, order = [], filters = [] }: ListRequest) => [start, limit, order, filters];

const DEFAULT_LANGUAGE = 0;

const NO_QUERY = 0;

const createList = (module: string) => createEntry({ module, toParams: toPaging, parseAnswer: parseList });

const createTranslatedList = (module: string) =>
  createEntry({
    module,
    toParams: (page: ListRequest) => [DEFAULT_LANGUAGE, ...toPaging(page)],
    parseAnswer: parseList,
  });

const createSearch = (module: string) =>
  createEntry({
    module,
    toParams: (page: ListRequest) => [NO_QUERY, DEFAULT_LANGUAGE, ...toPaging(page)],
    parseAnswer: parseList,
  });

/** The only functions that can be called. All of them only read; `startSessionByEmail` signs in. */
export const STOREKEEPER_FUNCTIONS = Object.freeze({
  /** Needs no sign-in. */
  getTime: createEntry({
    module: 'ManagementModule',
    toParams: (_nothing: Nothing) => [],
    parseAnswer: (response: unknown) => ({ response }),
  }),
  startSessionByEmail: createEntry({
    module: 'RelationsModule',
    toParams: ({ email, password, account }: EmailSignIn) => [email, password, account],
    parseAnswer: parseAuthObject,
  }),
  /** One record, returned as a list. */
  getShopWithRelation: createEntry({
    module: 'ShopModule',
    toParams: (_page: ListRequest) => [],
    parseAnswer: (response: unknown): ListAnswer | undefined =>
      isObject(response) ? { rows: [response], total: 1 } : undefined,
  }),
  /** Returns the default configuration. */
  listConfigurations: createEntry({
    module: 'ShopModule',
    toParams: ({ start, limit }: ListRequest) => [start, limit, [], [createFilter('is_default', '=', 1)]],
    parseAnswer: parseList,
  }),
  listTaxRates: createList('ProductsModule'),
  naturalSearchShopFlatProductForHooks: createSearch('ShopModule'),
  naturalSearchShopFlatProducts: createSearch('ShopModule'),
  listTranslatedPaymentMethodForHooks: createTranslatedList('ShopModule'),
  listLocationsForHook: createList('ShopModule'),
  listCustomerRelations: createList('ShopModule'),
  /** Returns a bare list of ids. Its only parameter is the filters. */
  listOrderIds: createEntry({
    module: 'ShopModule',
    toParams: ({ filters }: { readonly filters: readonly Filter[] }) => [filters],
    parseAnswer: parseIds,
  }),
  getOrder: createEntry({
    module: 'ShopModule',
    toParams: ({ id }: { readonly id: number }) => [id],
    parseAnswer: (response: unknown) => ({ record: response }),
  }),
});

export interface EmailSignIn {
  readonly email: string;
  readonly password: string;
  readonly account: string;
}

type Functions = typeof STOREKEEPER_FUNCTIONS;

export type StoreKeeperFunction = keyof Functions;

/** Functions that return a page of records. */
export type ListFunction = {
  [F in StoreKeeperFunction]: AnswerOf<F> extends ListAnswer ? F : never;
}[StoreKeeperFunction];

export type ArgumentsOf<F extends StoreKeeperFunction> = Parameters<Functions[F]['toParams']>[0];

export type AnswerOf<F extends StoreKeeperFunction> = Exclude<ReturnType<Functions[F]['parseAnswer']>, undefined>;

/** Throws `TypeError` for a function that is not in the table. */
export function getFunction<F extends StoreKeeperFunction>(name: F): FunctionEntry<ArgumentsOf<F>, AnswerOf<F>> {
  if (!Object.hasOwn(STOREKEEPER_FUNCTIONS, name))
    throw new TypeError('this StoreKeeper function is not in the list of allowed functions');
  return STOREKEEPER_FUNCTIONS[name] as unknown as FunctionEntry<ArgumentsOf<F>, AnswerOf<F>>;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `data` may be missing if the list is empty and `count` or `total` is 0. */
function parseList(response: unknown): ListAnswer | undefined {
  if (!isObject(response)) return undefined;
  const rows = response.data ?? null;
  const [total, count] = [parseCount(response.total), parseCount(response.count)];
  if (rows !== null && !Array.isArray(rows)) return undefined;
  if (rows === null && count !== 0 && total !== 0) return undefined;
  return { rows: rows ?? [], total };
}

function parseCount(value: unknown): number | null {
  return readMembers({ value }).amount('value') === null ? null : toCount(Number(value));
}

function toCount(count: number): number | null {
  return Number.isSafeInteger(count) && count >= 0 ? count : null;
}

export interface OrderIds {
  readonly ids: readonly number[];
  /** Number of unreadable ids that were left out. */
  readonly unreadable: number;
}

/** If most entries are unreadable, the response is not a list of ids. */
function parseIds(response: unknown): OrderIds | undefined {
  const entries = response ?? [];
  if (!Array.isArray(entries)) return undefined;
  const ids = entries.flatMap((one: unknown) => parseId(one) ?? []);
  const unreadable = entries.length - ids.length;
  return unreadable > ids.length ? undefined : { ids: [...new Set(ids)], unreadable };
}

const MAX_AUTH_BYTES = 64 * 1024;

/** Parses an auth object with all of its members; `undefined` if the value is not one. */
export function parseAuthObject(given: unknown): AuthObject | undefined {
  if (!isObject(given) || Object.keys(given).length === 0) return undefined;
  return Buffer.byteLength(JSON.stringify(given)) <= MAX_AUTH_BYTES ? Object.freeze({ ...given }) : undefined;
}
