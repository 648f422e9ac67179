import { localTimestamp } from '../../../shared/calendar.ts';
import { idOf, readMembers } from './records.ts';

/** Who calls, sent with every call as it was given. Secret, but for the anonymous one. */
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

/** A moment as filters take it: without an offset, in a zone that is not known. Ask from 2 days before. */
export function filterDate(instantMs: number): string {
  return localTimestamp(instantMs).slice(0, 19).replace('T', ' ');
}

/** A page of a list. Filters hold all together. */
export interface ListRequest {
  /** From 0. */
  readonly start: number;
  readonly limit: number;
  readonly order?: readonly { readonly name: string; readonly dir: 'asc' | 'desc' }[];
  readonly filters?: readonly Filter[];
}

/** Rows are not checked yet; `total` is null where the answer has none. */
export interface ListAnswer {
  readonly rows: readonly unknown[];
  readonly total: number | null;
}

interface FunctionEntry<Args, Answer> {
  readonly module: string;
  paramsOf(args: Args): readonly unknown[];
  /** Undefined for an answer of another form. */
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

/**
 * All that StoreKeeper is ever asked, each of which only reads; `startSessionByEmail` signs in. A name that is not here
 * cannot be called.
 */
export const STOREKEEPER_FUNCTIONS = Object.freeze({
  /** Answered to everybody. */
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
  /** One record, as a list. */
  getShopWithRelation: entry({
    module: 'ShopModule',
    paramsOf: (_page: ListRequest) => [],
    answerOf: (response: unknown): ListAnswer | undefined =>
      isObject(response) ? { rows: [response], total: 1 } : undefined,
  }),
  /** The default one. */
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
  /** A bare list of ids. Its only parameter are the filters. */
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

/** Functions that answer a page of records. */
export type ListFunction = {
  [F in StoreKeeperFunction]: AnswerOf<F> extends ListAnswer ? F : never;
}[StoreKeeperFunction];

export type ArgumentsOf<F extends StoreKeeperFunction> = Parameters<Functions[F]['paramsOf']>[0];

export type AnswerOf<F extends StoreKeeperFunction> = Exclude<ReturnType<Functions[F]['answerOf']>, undefined>;

/** Throws `TypeError` for a name that is not in the table, whatever the types said. */
export function functionOf<F extends StoreKeeperFunction>(name: F): FunctionEntry<ArgumentsOf<F>, AnswerOf<F>> {
  if (!Object.hasOwn(STOREKEEPER_FUNCTIONS, name)) throw new TypeError('StoreKeeper is not asked this');
  return STOREKEEPER_FUNCTIONS[name] as unknown as FunctionEntry<ArgumentsOf<F>, AnswerOf<F>>;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Without rows the list of them may be missing, but then something says that there are none. */
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
  /** How many were left out because they cannot be read. */
  readonly unreadable: number;
}

/** Where most of them cannot be read, it is no list of ids. */
function idsOf(response: unknown): OrderIds | undefined {
  const given = response ?? [];
  if (!Array.isArray(given)) return undefined;
  const ids = given.flatMap((one: unknown) => idOf(one) ?? []);
  const unreadable = given.length - ids.length;
  return unreadable > ids.length ? undefined : { ids: [...new Set(ids)], unreadable };
}

const MAX_AUTH_BYTES = 64 * 1024;

/** An auth object as it was given, whatever members it has; undefined for what is none. */
export function authObjectOf(given: unknown): AuthObject | undefined {
  if (!isObject(given) || Object.keys(given).length === 0) return undefined;
  return Buffer.byteLength(JSON.stringify(given)) <= MAX_AUTH_BYTES ? Object.freeze({ ...given }) : undefined;
}
