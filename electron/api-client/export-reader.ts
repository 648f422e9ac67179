import { Value } from 'typebox/value';
import { readMe } from '../../shared/contract/auth.ts';
import { listCustomers } from '../../shared/contract/customers.ts';
import { listDiscountOrders } from '../../shared/contract/discount-orders.ts';
import { ErrorBody } from '../../shared/contract/errors.ts';
import { listOrders } from '../../shared/contract/orders.ts';
import { listProductPrices } from '../../shared/contract/product-prices.ts';
import { listProducts, PRODUCTS_CAP, type Product, readProduct } from '../../shared/contract/products.ts';
import { retryAfterMs } from '../../shared/retry.ts';
import type { Caller } from '../base/caller.ts';
import { salePrices } from '../exports/drain-pages.ts';
import { cancellation, ExportError } from '../exports/export-error.ts';
import type { ExportPlatform } from '../exports/export-platform.ts';
import { PlatformError, type PlatformErrorCode } from '../platform/platform-error.ts';
import { priceListRow } from '../platform/sale-prices.ts';
import {
  createEndpointReader,
  NotFoundError,
  nullIfNotFound,
  pageOf,
  REFERENCE_READS,
  REPORT_READS,
  type ReadJson,
  wholeOf,
} from './endpoint-reader.ts';
import { parseJson, refusalMessage } from './upstream-answer.ts';
import { UpstreamFailure } from './upstream-failure.ts';

/**
 * What exports read, over the API of a running service. The caller of a call does not matter: the service knows who
 * asks. An unknown id in a filter is refused there (`PlatformError` `rejected`) instead of selecting nothing.
 */
export function createHttpPlatform({ readJson }: { readonly readJson: ReadJson }): ExportPlatform {
  const read = createEndpointReader(readJson);

  const lists: Pick<ExportPlatform, 'searchProducts' | 'listProductPrices'> = {
    async searchProducts(_caller, query) {
      return pageOf(listProducts, query, await read(listProducts, query));
    },
    async listProductPrices(_caller, query) {
      return pageOf(listProductPrices, query, await read(listProductPrices, query));
    },
  };

  return {
    ...lists,
    findProduct: (_caller, id) => nullIfNotFound(read(readProduct, {}, id)),
    readPriceList: readHttpPriceList(lists),
    listReference: (_caller, kind) => REFERENCE_READS[kind](read),
    async listCustomers(_caller, query) {
      return pageOf(listCustomers, query, await read(listCustomers, query));
    },
    async listOrders(_caller, query) {
      return pageOf(listOrders, query, await read(listOrders, query));
    },
    async readDiscountOrders(_caller, query) {
      return { rows: wholeOf(listDiscountOrders, await read(listDiscountOrders, query)), next: null };
    },
    readReport: (_caller, kind, query) => REPORT_READS[kind](read, query),
  };
}

/** The service does not tell by which id it keeps an account. */
const ACCOUNT_ELSEWHERE = 0;

/** Whom the service takes the reader for. Throws `PlatformError`. */
export async function readHttpCaller(readJson: ReadJson): Promise<Caller> {
  const { account, user, roles, locked_location } = await createEndpointReader(readJson)(readMe);
  return {
    accountId: ACCOUNT_ELSEWHERE,
    userId: user.id,
    account,
    name: user.name,
    email: user.email,
    roles,
    lockedLocation: locked_location,
  };
}

type Lists = Pick<ExportPlatform, 'searchProducts' | 'listProductPrices'>;

const KEY_FORM = /^(\d{1,15}):(\d{1,15})$/;

/**
 * The price list by id, out of the pages of the list of products. The key of a batch is where the next one begins and
 * the product that is there: the last one of this batch. Throws `ExportError` `incomplete` when another is there.
 */
function readHttpPriceList(lists: Lists): ExportPlatform['readPriceList'] {
  return async (caller, query, after) => {
    const { start, lastId } = positionOf(after);
    const asked = { ...query, sort: 'id', start, limit: PRODUCTS_CAP } as const;
    const first = await lists.searchProducts(caller, asked);
    const isStuck = first.rows.length <= (lastId === null ? 0 : 1) && start + first.rows.length < first.total;
    const { rows, total } = isStuck ? await lists.searchProducts(caller, asked) : first;
    const products = productsAfter(lastId, rows);
    const prices = await salePrices(
      (wanted) => lists.listProductPrices(caller, wanted),
      products.map(({ id }) => id),
    );
    const last = products.at(-1);
    const end = start + rows.length;
    const hasMore = end < total || rows.length >= PRODUCTS_CAP;
    return {
      rows: products.map((product) => priceListRow(product, prices.get(product.id))),
      next: last && hasMore ? `${end - 1}:${last.id}` : null,
    };
  };
}

function positionOf(key: string | null): { readonly start: number; readonly lastId: number | null } {
  if (key === null) return { start: 0, lastId: null };
  const [, start, lastId] = KEY_FORM.exec(key) ?? [];
  if (!start || !lastId)
    throw new PlatformError('rejected', 'The batch does not continue one of this service.');
  return { start: Number(start), lastId: Number(lastId) };
}

function productsAfter(lastId: number | null, rows: readonly Product[]): readonly Product[] {
  const [first] = rows;
  if (lastId === null || first === undefined) return rows;
  if (first.id === lastId) return rows.slice(1);
  throw new ExportError('incomplete', 'The data changed while it was read. Try again.');
}

export interface SentAnswer {
  readonly status: number;
  /** UTF-8. */
  readonly body: Uint8Array;
  /** The header of that name; null without one. */
  readonly retryAfter: string | null;
}

/**
 * Sends a `GET` as somebody. Any answer with a status is an answer; where there is none it throws an error with the
 * `code` and the message of an `ApiFailure` of the session.
 */
export type SendRead = (path: string) => Promise<SentAnswer>;

type NoAnswer = 'unreachable' | 'timeout' | 'invalid_answer';

const MEANINGS: Readonly<Record<NoAnswer, PlatformErrorCode>> = {
  unreachable: 'unavailable',
  timeout: 'timeout',
  invalid_answer: 'invalid_answer',
};

/** A call that was cancelled throws `ExportError` `cancelled`. */
export function createApiReader(send: SendRead): ReadJson {
  return async (path) => {
    const { status, body, retryAfter } = await answerOf(send, path);
    if (status !== 200) throw statusToError(status, errorBody(body), retryAfter);
    return parsed(body);
  };
}

async function answerOf(send: SendRead, path: string): Promise<SentAnswer> {
  try {
    return await send(path);
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause)) throw cause;
    if (cause.code === 'cancelled') {
      throw cancellation();
    }
    if (!isNoAnswer(cause.code)) throw cause;
    throw new PlatformError(MEANINGS[cause.code], cause.message, { cause });
  }
}

function isNoAnswer(code: unknown): code is NoAnswer {
  return typeof code === 'string' && Object.hasOwn(MEANINGS, code);
}

function parsed(body: Uint8Array): unknown {
  try {
    return parseJson(body);
  } catch (cause) {
    if (!(cause instanceof UpstreamFailure)) throw cause;
    throw new PlatformError('invalid_answer', cause.message, { cause });
  }
}

/** Null where it is none of ours: an error need not have any JSON. */
function errorBody(body: Uint8Array): unknown {
  try {
    return parseJson(body);
  } catch (error) {
    if (error instanceof UpstreamFailure) return null;
    throw error;
  }
}

/**
 * What an answer of the service that is no success means. `body` is the parsed one; null where it is no JSON. Its own
 * words are shown where it refused what was asked, which they explain; everything else is said in ours.
 */
function statusToError(status: number, body: unknown, retryAfter: string | null): PlatformError {
  const failed = `The service answered with status ${status}.`;
  const reason = reasonOf(body) ?? failed;
  if (status === 400) return new PlatformError('rejected', reason);
  if (status === 401) {
    return new PlatformError('rejected', 'The service refused the key: it is unknown, expired or revoked.');
  }
  if (status === 403) return new PlatformError('rejected', `The service refused this to the key: ${reason}`);
  if (status === 404) return new NotFoundError('The service has nothing under that address.');
  const wait = status === 429 || status === 503 ? retryAfterMs(retryAfter) : null;
  if (wait !== null) {
    return new PlatformError('busy', 'The service is busy and asks to wait.', { retryAfterMs: wait });
  }
  const isPassing = status === 429 || status >= 500;
  return new PlatformError(isPassing ? 'unavailable' : 'invalid_answer', failed);
}

function reasonOf(body: unknown): string | null {
  return Value.Check(ErrorBody, body) ? refusalMessage(body.message) : null;
}
