import { localTimestamp } from '../../../shared/calendar.ts';
import { idOf, readMembers } from './records.ts';

/** Identifies the caller and is sent unchanged with every call. Secret, except for the anonymous one. */
export type AuthObject = Readonly<Record<string, unknown>>;

type FilterValue = string | number;

export interface Filter {
  readonly name: string;
  readonly val: FilterValue;
}

/** A condition on a member of the record. */
export function where(path: string, operator: '=' | '>=', val: FilterValue): Filter {
  return { name: `${path}__${operator}`, val };
}

/** A timestamp for filters, without an offset. StoreKeeper's time zone is not documented, so ask from 2 days before. */
export function filterDate(instantMs: number): string {
  return localTimestamp(instantMs).slice(0, 19).replace('T', ' ');
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
  paramsOf(args: Args): readonly unknown[];
  /** `undefined` if the response has another form. */
  answerOf(response: unknown): Answer | undefined;
}

function entry<Args, Answer>(given: FunctionEntry<Args, Answer>): FunctionEntry<Args, Answer> {
  return Object.freeze(given);
}

type Nothing = Readonly<Record<never, never>>;

const paging = ({ start, limit, order = [], filters = [] }: ListRequest) => [start, limit, order, filters];

const DEFAULT_LANGUAGE = 0;

const NO_QUERY = 0;

const listing = (module: string) => entry({ module, paramsOf: paging, answerOf: listOf });

const translatedListing = (module: string) =>
  entry({ module, paramsOf: (page: ListRequest) => [DEFAULT_LANGUAGE, ...paging(page)], answerOf: listOf });

const searching = (module: string) =>
  entry({ module, paramsOf: (page: ListRequest) => [NO_QUERY, DEFAULT_LANGUAGE, ...paging(page)], answerOf: listOf });

/** The only functions that can be called. All of them only read; `startSessionByEmail` signs in. */
export const STOREKEEPER_FUNCTIONS = Object.freeze({
  /** Needs no sign-in. */
  getTime: entry({
    module: 'ManagementModule',
    paramsOf: (_nothing: Nothing) => [],
    answerOf: (response: unknown) => ({ response }),
  }),
  startSessionByEmail: entry({
    module: 'RelationsModule',
    paramsOf: ({ email, password, account }: EmailSignIn) => [email, password, account],
    answerOf: authObjectOf,
  }),
  /** One record, returned as a list. */
  getShopWithRelation: entry({
    module: 'ShopModule',
    paramsOf: (_page: ListRequest) => [],
    answerOf: (response: unknown): ListAnswer | undefined =>
      isObject(response) ? { rows: [response], total: 1 } : undefined,
  }),
  /** Returns the default configuration. */
  listConfigurations: entry({
    module: 'ShopModule',
    paramsOf: ({ start, limit }: ListRequest) => [start, limit, [], [where('is_default', '=', 1)]],
    answerOf: listOf,
  }),
  listTaxRates: listing('ProductsModule'),
  naturalSearchShopFlatProductForHooks: searching('ShopModule'),
  naturalSearchShopFlatProducts: searching('ShopModule'),
  listTranslatedPaymentMethodForHooks: translatedListing('ShopModule'),
  listLocationsForHook: listing('ShopModule'),
  listCustomerRelations: listing('ShopModule'),
  /** Returns a bare list of ids. Its only parameter is the filters. */
  listOrderIds: entry({
    module: 'ShopModule',
    paramsOf: ({ filters }: { readonly filters: readonly Filter[] }) => [filters],
    answerOf: idsOf,
  }),
  getOrder: entry({
    module: 'ShopModule',
    paramsOf: ({ id }: { readonly id: number }) => [id],
    answerOf: (response: unknown) => ({ record: response }),
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

export type ArgumentsOf<F extends StoreKeeperFunction> = Parameters<Functions[F]['paramsOf']>[0];

export type AnswerOf<F extends StoreKeeperFunction> = Exclude<ReturnType<Functions[F]['answerOf']>, undefined>;

/** Throws `TypeError` for a function that is not in the table. */
export function functionOf<F extends StoreKeeperFunction>(name: F): FunctionEntry<ArgumentsOf<F>, AnswerOf<F>> {
  if (!Object.hasOwn(STOREKEEPER_FUNCTIONS, name)) throw new TypeError('this StoreKeeper function is not in the list of allowed functions');
  return STOREKEEPER_FUNCTIONS[name] as unknown as FunctionEntry<ArgumentsOf<F>, AnswerOf<F>>;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `data` may be missing if the list is empty and `count` or `total` is 0. */
function listOf(response: unknown): ListAnswer | undefined {
  if (!isObject(response)) return undefined;
  const rows = response.data ?? null;
  const [total, count] = [countOf(response.total), countOf(response.count)];
  if (rows !== null && !Array.isArray(rows)) return undefined;
  if (rows === null && count !== 0 && total !== 0) return undefined;
  return { rows: rows ?? [], total };
}

function countOf(value: unknown): number | null {
  return readMembers({ value }).amount('value') === null ? null : wholeOf(Number(value));
}

function wholeOf(count: number): number | null {
  return Number.isSafeInteger(count) && count >= 0 ? count : null;
}

export interface OrderIds {
  readonly ids: readonly number[];
  /** How many ids were left out because they are unreadable. */
  readonly unreadable: number;
}

/** If most entries are unreadable, the response is not a list of ids. */
function idsOf(response: unknown): OrderIds | undefined {
  const given = response ?? [];
  if (!Array.isArray(given)) return undefined;
  const ids = given.flatMap((one: unknown) => idOf(one) ?? []);
  const unreadable = given.length - ids.length;
  return unreadable > ids.length ? undefined : { ids: [...new Set(ids)], unreadable };
}

const MAX_AUTH_BYTES = 64 * 1024;

/** An auth object with all of its members; `undefined` if the value is not one. */
export function authObjectOf(given: unknown): AuthObject | undefined {
  if (!isObject(given) || Object.keys(given).length === 0) return undefined;
  return Buffer.byteLength(JSON.stringify(given)) <= MAX_AUTH_BYTES ? Object.freeze({ ...given }) : undefined;
}
