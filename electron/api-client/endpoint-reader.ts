import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { listSegments } from '../../shared/contract/customers.ts';
import { readDayClosing } from '../../shared/contract/day-closing.ts';
import type { Endpoint, QueryOf, ResponseOf } from '../../shared/contract/endpoint.ts';
import { readFinancialReport } from '../../shared/contract/financial-report.ts';
import { listLocations } from '../../shared/contract/locations.ts';
import { listOrders } from '../../shared/contract/orders.ts';
import { listPaymentMethods, listPaymentProviders } from '../../shared/contract/payment-methods.ts';
import { listShops } from '../../shared/contract/shops.ts';
import { listTaxRates } from '../../shared/contract/tax-rates.ts';
import { listTurnoverGroups } from '../../shared/contract/turnover-groups.ts';
import { isAnswerAgeReported, recordAnswerAge } from '../platform/answer-age.ts';
import type { ReferenceKind, ReferenceRecords } from '../platform/platform.ts';
import { PlatformError } from '../platform/platform-error.ts';
import { completeAnswer, type OnLeftOut } from './complete-answer.ts';
import { type AnsweredRequest, completeClosing, completeReport, describeMisfit } from './complete-report.ts';

/** Reads the JSON of a path with query, below the service's address. Throws `PlatformError`. */
export type ReadJson = (path: string) => Promise<unknown>;

/** Reads an endpoint with a decoded query and the id in its path. Throws `PlatformError`. */
export type ReadEndpoint = <const E extends Endpoint>(
  endpoint: E,
  query?: QueryOf<E>,
  id?: number,
) => Promise<ResponseOf<E>>;

export function createEndpointReader(readJson: ReadJson, check = createAnswerCheck()): ReadEndpoint {
  return async <const E extends Endpoint>(endpoint: E, query?: QueryOf<E>, id?: number) => {
    const path = endpoint.path.replace('{id}', String(id));
    return check(endpoint, await readJson(`${path}${formatQuery(query ?? {})}`), query);
  };
}

/** Formats lists as comma-separated texts, as the contract expects. Leaves out `undefined` values. */
export function formatQuery(query: object): string {
  const text = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) text.append(name, String(value));
  }
  return text.size === 0 ? '' : `?${text}`;
}

/** Checks the answer of an endpoint. Throws `PlatformError` `invalid_answer`. */
export type CheckAnswer = <const E extends Endpoint>(
  endpoint: E,
  answer: unknown,
  query?: Partial<QueryOf<E>>,
) => ResponseOf<E>;

interface Validators {
  readonly known: Validator;
  /** Refuses unknown members. */
  readonly exact: Validator;
}

export interface AnswerListeners {
  readonly now: () => number;
  /** Called with rows that have no readable time. */
  onLeftOut(endpoint: Endpoint, ...left: Parameters<OnLeftOut>): void;
  /** Called with the mismatch of a report section, which is then unknown. */
  onMisfit(endpoint: Endpoint, misfit: string): void;
}

/**
 * Refuses answers that violate the contract. Removes unknown members, but only if there are any, because that is slow.
 */
export function createAnswerCheck(notes: Partial<AnswerListeners> = {}): CheckAnswer {
  const { now = Date.now } = notes;
  const validators = new Map<Endpoint, Validators>();

  function getValidators(endpoint: Endpoint): Validators {
    const validator = validators.get(endpoint) ?? compile(endpoint.response);
    validators.set(endpoint, validator);
    return validator;
  }

  return <const E extends Endpoint>(endpoint: E, given: unknown, query: Partial<QueryOf<E>> = {}) => {
    const { known, exact } = getValidators(endpoint);
    const answeredRequest = { query, now: now(), onMisfit: (misfit: string) => notes.onMisfit?.(endpoint, misfit) };
    const completed = COMPLETIONS.get(endpoint)?.(given, answeredRequest) ?? given;
    const answer = completeAnswer(endpoint.response, completed, (rows) => notes.onLeftOut?.(endpoint, rows));
    if (!known.Check(answer)) throw createUnexpectedError(endpoint, describeMisfit(known, answer));
    // The cast holds: the validator has just checked it.
    const checked = (exact.Check(answer) ? answer : known.Clean(answer)) as ResponseOf<E>;
    const member = findLongMember(checked);
    if (member !== null)
      throw createUnexpectedError(endpoint, `${member} is longer than ${MAX_TEXT_LENGTH} characters`);
    return checked;
  };
}

/** In UTF-16 code units. Far above any text of a shop, to protect memory. */
const MAX_TEXT_LENGTH = 250_000;

/** Finds a member with a text that is too long and returns its name; `null` if there is none. */
function findLongMember(value: unknown, name = ''): string | null {
  if (typeof value === 'string') return value.length > MAX_TEXT_LENGTH ? name : null;
  if (!isRecord(value)) return null;
  const isList = Array.isArray(value);
  for (const key of Object.keys(value)) {
    const found = findLongMember(value[key], isList ? name : key);
    if (found !== null) return found;
  }
  return null;
}

/** Completes answers that lack parts of the contract, because of the specification or an older deployment. */
type Complete = (given: unknown, asked: AnsweredRequest) => unknown;

const COMPLETIONS: ReadonlyMap<Endpoint, Complete> = new Map<Endpoint, Complete>([
  [listPaymentMethods, completeList],
  [listLocations, completeList],
  [listOrders, completeOrders],
  [readFinancialReport, completeReport],
  [readDayClosing, completeClosing],
]);

/** The specification does not say whether an unpaged list has a `total` or an envelope. */
function completeList(given: unknown): unknown {
  const list = Array.isArray(given) ? { data: given } : given;
  if (!isRecord(list) || !Array.isArray(list.data)) return given;
  return { count: list.data.length, total: list.data.length, ...list };
}

/** An older deployment does not say how much of its sums is not turnover, so they could be misread. */
function completeOrders(given: unknown): unknown {
  if (!isRecord(given) || !isRecord(given.sums) || 'non_revenue_wt' in given.sums) return given;
  return { ...given, sums: null };
}

function isRecord(json: unknown): json is Readonly<Record<string, unknown>> {
  return typeof json === 'object' && json !== null;
}

/** `reason` says what is wrong, without a full stop. Clients see it, so it must not quote the answer. */
export function createUnexpectedError({ path }: Pick<Endpoint, 'path'>, reason?: string): PlatformError {
  const why = reason === undefined ? '' : `: ${reason}`;
  const message = `The service sent an unexpected answer at ${path}${why}.`;
  return new PlatformError('invalid_answer', message, { isReported: reason !== undefined });
}

function compile(schema: TSchema): Validators {
  return { known: Compile(schema), exact: Compile(forbidUnknownMembers(schema)) };
}

function forbidUnknownMembers<Schema>(schema: Schema): Schema {
  if (typeof schema !== 'object' || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map(forbidUnknownMembers) as Schema;
  // Includes the hidden properties by which typebox recognises a schema.
  const copy = Object.create(Object.getPrototypeOf(schema), Object.getOwnPropertyDescriptors(schema));
  for (const [name, member] of Object.entries(schema)) {
    Object.defineProperty(copy, name, { value: forbidUnknownMembers(member), enumerable: true });
  }
  const isRecord = 'properties' in schema && 'type' in schema && schema.type === 'object';
  if (isRecord) Object.defineProperty(copy, 'additionalProperties', { value: false, enumerable: true });
  return copy;
}

interface List<Row> {
  readonly count: number;
  readonly total: number;
  readonly data: readonly Row[];
}

/** Returns the rows of an unpaged list. Throws `PlatformError` `invalid_answer` if rows are missing. */
export function getAllRows<Row>(endpoint: Endpoint, { count, total, data }: List<Row>): readonly Row[] {
  if (count !== data.length || total !== data.length) throw createUnexpectedError(endpoint);
  return data;
}

export interface PageRange {
  readonly start: number;
  readonly limit: number;
}

export type PageAnswer<Row> = List<Row> & PageRange;

/** A 404: a missing record, or an endpoint that the service lacks. */
export class NotFoundError extends PlatformError {
  constructor(message: string) {
    super('not_offered', message);
  }
}

export async function catchNotFound<Found>(promise: Promise<Found>): Promise<Found | null> {
  try {
    return await promise;
  } catch (error) {
    if (error instanceof NotFoundError) return null;
    throw error;
  }
}

/** A host with optional port. Strict, because the text is shown and can come from anybody. */
const UNREACHABLE = /detail="unreachable: ([\w.-]{1,253}(?::\d{1,5})?|\[[\da-f:.]{2,45}\](?::\d{1,5})?)"/i;

const SECONDS = /^\d{1,9}$/;

/**
 * Records the age of an answer. Throws `PlatformError` `unavailable` for an old one if the reader does not see ages.
 */
export function recordAgeHeaders(headers: { get(name: string): string | null }, now: number): void {
  const age = headers.get('age') ?? '';
  if (!SECONDS.test(age)) return;
  const [, unreachable = null] = UNREACHABLE.exec(headers.get('cache-status') ?? '') ?? [];
  if (unreachable !== null && !isAnswerAgeReported()) {
    throw new PlatformError(
      'unavailable',
      'The service cannot reach its platform and has only old answers. Try again later.',
    );
  }
  recordAnswerAge({ fetchedAt: now - Number(age) * 1_000, unreachable });
}

export const REFERENCE_READS: {
  readonly [K in ReferenceKind]: (read: ReadEndpoint, country?: string) => Promise<readonly ReferenceRecords[K][]>;
} = {
  shops: async (read) => getAllRows(listShops, await read(listShops)),
  locations: async (read) => getAllRows(listLocations, await read(listLocations)),
  turnoverGroups: async (read) => getAllRows(listTurnoverGroups, await read(listTurnoverGroups)),
  paymentMethods: async (read) => getAllRows(listPaymentMethods, await read(listPaymentMethods)),
  paymentProviders: async (read) => getAllRows(listPaymentProviders, await read(listPaymentProviders)),
  async taxRates(read, country) {
    const rates = getAllRows(
      listTaxRates,
      await read(listTaxRates, country === undefined ? {} : { country_iso2: country }),
    );
    return country === undefined ? rates : rates.filter((rate) => rate.country_iso2 === country);
  },
  segments: async (read) => getAllRows(listSegments, await read(listSegments)),
};
