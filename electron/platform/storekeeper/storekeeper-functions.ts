import { Type } from 'typebox';
import { localTimestamp } from '../../../shared/calendar.ts';
import { ConfigurationRecord, OrderRecord, ShopRecord } from './mapping/wire-records.ts';
import { OwnId, readRecord, WireDecimal } from './mapping/wire-values.ts';

/** Who calls, sent with every call. Secret, but for the anonymous one. */
export type AuthObject = Readonly<Record<string, string | number | boolean | null>>;

/** Operators that StoreKeeper is known to take. */
type Operator = '=' | '!=' | '>=' | 'in_list' | 'overlap' | 'ilike' | 'notnull';

type FilterValue = string | number;

export type Filter =
  | { readonly name: string; readonly val: FilterValue }
  | { readonly name: string; readonly multi_val: readonly FilterValue[] };

/** A condition on a member of the record, or, through `/`, of a related one: `where('flat_product/product/sku', '=', 'A')`. */
export function where(path: string, operator: Operator, value: FilterValue | readonly FilterValue[]): Filter {
  const name = `${path}__${operator}`;
  return typeof value === 'object' ? { name, multi_val: value } : { name, val: value };
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
  getShopWithRelation: entry({
    module: 'ShopModule',
    paramsOf: (_nothing: Nothing) => [],
    answerOf: (response: unknown) => readRecord(ShopRecord, response) ?? undefined,
  }),
  listConfigurations: listing('ShopModule'),
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
  /** An order as it is now, of the form of `OrderRecord`. */
  getOrder: entry({
    module: 'ShopModule',
    paramsOf: ({ id }: { readonly id: number }) => [id],
    answerOf: (response: unknown) => readRecord(OrderRecord, response) ?? undefined,
  }),
  listShops: searching('ShopModule'),
  listOrders: listing('ShopModule'),
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

/** The default configuration, which is a list of one. */
export const DEFAULT_CONFIGURATION: ListRequest = { start: 0, limit: 1, filters: [where('is_default', '=', 1)] };

export function configurationOf({ rows }: ListAnswer): ConfigurationRecord | null {
  return readRecord(ConfigurationRecord, rows[0]);
}

const ListForm = Type.Object({
  data: Type.Optional(Type.Union([Type.Array(Type.Unknown()), Type.Null()])),
  total: Type.Optional(Type.Union([WireDecimal, Type.Null()])),
  count: Type.Optional(Type.Union([WireDecimal, Type.Null()])),
});

/** Without rows the list of them may be missing, but then something says that there are none. */
function listOf(response: unknown): ListAnswer | undefined {
  const list = readRecord(ListForm, response);
  if (list === null) return undefined;
  const [total, count] = [list.total, list.count].map(countOf);
  if (!list.data && count !== 0 && total !== 0) return undefined;
  return { rows: list.data ?? [], total: total ?? null };
}

function countOf(value: string | number | null | undefined): number | null {
  const count = value === null || value === undefined || value === '' ? Number.NaN : Number(value);
  return Number.isSafeInteger(count) && count >= 0 ? count : null;
}

/** Ids without those that cannot be read. */
export interface IdList extends ReadonlyArray<number> {
  /** How many were left out, where any were. */
  readonly unreadable?: number;
}

const Ids = Type.Array(OwnId);

/** Where most of them cannot be read, it is no list of ids. */
function idsOf(response: unknown): IdList | undefined {
  const given = response ?? [];
  if (!Array.isArray(given)) return undefined;
  if (readRecord(Ids, given) !== null) return given.map(Number);
  const ids = given.flatMap((one: unknown) => readRecord(OwnId, one) ?? []).map(Number);
  const unreadable = given.length - ids.length;
  return unreadable > ids.length ? undefined : Object.assign(ids, { unreadable });
}

const AuthForm = Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]));

/** What a sealed credential has room for, beside the e-mail address. */
const MOST_AUTH_BYTES = 1_100;

/** An auth object as it was given; undefined for what is none. */
export function authObjectOf(given: unknown): AuthObject | undefined {
  const auth = readRecord(AuthForm, given);
  if (auth === null || Array.isArray(auth) || Object.keys(auth).length === 0) return undefined;
  return Buffer.byteLength(JSON.stringify(auth)) <= MOST_AUTH_BYTES ? Object.freeze({ ...auth }) : undefined;
}
