import type { MissingParameter } from '../../../shared/contract/connection.ts';
import type { DiscountOrder } from '../../../shared/contract/discount-orders.ts';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { readFinancialReport } from '../../../shared/contract/financial-report.ts';
import { readProductSales } from '../../../shared/contract/product-sales.ts';
import { type CheckAnswer, createEndpointReader, REFERENCE_READS } from '../../api-client/endpoint-reader.ts';
import type { Caller } from '../../base/caller.ts';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import { createTimedCache } from '../../base/timed-cache.ts';
import type {
  DiscountOrderQuery,
  Platform,
  ProductPriceQuery,
  ProductQuery,
  ReportKind,
  Reports,
} from '../platform.ts';
import { PlatformError } from '../platform-error.ts';
import { createCheckedLists } from './checked-lists.ts';
import {
  ORDER_ITEM_RULES,
  ORDER_PAYMENT_RULES,
  PRODUCT_PRICE_RULES,
  PRODUCT_SALES_RULES,
  STOCK_RULES,
} from './line-rules.ts';
import { CUSTOMER_RULES, type ListRules, ORDER_RULES, PRODUCT_RULES } from './list-rules.ts';
import { NOTHING_REPORTED, readOrNothing } from './nothing-selected.ts';
import { createOrderDays } from './order-days.ts';
import type { RemoteLimits } from './remote-client.ts';
import { batchAfter, readAllDiscounts } from './remote-discount-orders.ts';
import { createRemoteLists, type ReaderOf, type RemoteLists } from './remote-lists.ts';
import type { RemoteOffer } from './remote-offer.ts';
import { readRemotePriceList } from './remote-price-list.ts';
import { REPORT_ENDPOINTS, readRemoteReport } from './remote-reports.ts';
import { nameOfCredential } from './remote-sessions.ts';

export interface RemoteReadsDeps {
  /** The JSON of a path with its query. Throws `PlatformError`. */
  readonly readJsonAs: (caller: Caller, path: string) => Promise<unknown>;
  readonly check: CheckAnswer;
  readonly offer: Pick<RemoteOffer, 'expectOffered' | 'takes'>;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
  readonly limits: Pick<RemoteLimits, 'cachedRows' | 'cachedRowsMs'>;
}

export interface RemoteReads
  extends Omit<RemoteLists, 'readProductSales'>,
    Pick<
      Platform,
      'listReference' | 'readPriceList' | 'readDiscountOrders' | 'listDiscountOrders' | 'readBatch' | 'readReport'
    > {
  /** For an endpoint of the contract, with the checks of what is asked. */
  readonly readerOf: ReaderOf;
  /** What the deployment does not take, as far as it is known. */
  missingParameters(caller: Caller): Promise<readonly MissingParameter[]>;
}

/** What another deployment gives to read, whoever asks and by whatever credential. */
export function createRemoteReads({ readJsonAs, check, offer, clock, log, limits }: RemoteReadsDeps): RemoteReads {
  /** Read on while their batches are asked for. */
  const discounts = createTimedCache<readonly DiscountOrder[]>({
    ...{ clock, ttlMs: limits.cachedRowsMs, isKeptByUse: true, maxSize: limits.cachedRows },
    sizeOf: (rows) => rows.length,
  });

  const readerOf: ReaderOf = (caller) => {
    const read = createEndpointReader((path) => readJsonAs(caller, path), check);
    return async (endpoint, query, id) => {
      await offer.expectOffered(caller, endpoint);
      await expectPlaces(caller, endpoint, query);
      return read(endpoint, query, id);
    };
  };

  /**
   * Throws `PlatformError` `query_refused` unless the description has the places by which a report is limited: a deployment
   * that does not know the parameter, or knows one id alone, could leave it unread and answer more or less than was asked.
   */
  async function expectPlaces(caller: Caller, endpoint: Endpoint, query: ReportPlaces = {}): Promise<void> {
    if (!PLAIN_REPORTS.includes(endpoint)) return;
    for (const name of PLACES) {
      const { length = 0 } = query[name] ?? {};
      if (length === 0) continue;
      if (isToDescribe(endpoint, name) && !(await offer.takes(caller, endpoint, name, false))) {
        throw new PlatformError('query_refused', `${name} is not taken by the platform at ${endpoint.path}.`);
      }
      if (length > 1 && !(await offer.takes(caller, endpoint, name, true))) {
        throw new PlatformError('query_refused', `The platform takes one ${name} at a time.`);
      }
    }
  }

  const checked = createCheckedLists({ clock, log, limits });
  const orderDays = createOrderDays();
  const { readProductSales: readSales, ...lists } = createRemoteLists({ readerOf, lists: checked, offer, orderDays });

  const reports: RemoteReports = {
    financial: (caller, query) => readRemoteReport(readerOf(caller), 'financial', query),
    turnoverByDay: (caller, query) => readRemoteReport(readerOf(caller), 'turnoverByDay', query),
    payments: (caller, query) => readRemoteReport(readerOf(caller), 'payments', query),
    dayClosing: (caller, query) => readRemoteReport(readerOf(caller), 'dayClosing', query),
    productSales: readSales,
  };

  /** A first batch is read anew, and the others go on in what it was read from. */
  async function readDiscounts(caller: Caller, query: DiscountOrderQuery, isFirst: boolean) {
    const name = JSON.stringify([nameOfCredential(caller.upstreamCredential ?? ''), caller.userId, query]);
    const readNow = () =>
      readOrNothing<DiscountOrderQuery, readonly DiscountOrder[]>(
        query,
        () => [],
        (asked) => readAllDiscounts(readerOf(caller), asked),
      );
    return discounts.read(name, readNow, isFirst);
  }

  return {
    readerOf,
    async missingParameters(caller) {
      const missing = [...checked.missing()];
      for (const one of DESCRIBED_ONLY) {
        const [name = ''] = one.parameter.split('=');
        if (!(await offer.takes(caller, { method: 'GET', path: one.path }, name, false))) missing.push(one);
      }
      return missing;
    },
    listReference: (caller, kind, country) => REFERENCE_READS[kind](readerOf(caller), country),

    ...lists,
    readPriceList(caller, query, after) {
      const priced = {
        products: (asked: ProductQuery) => lists.searchProducts(caller, asked),
        prices: (asked: ProductPriceQuery) => lists.listProductPrices(caller, asked),
      };
      return readRemotePriceList(priced, query, after);
    },
    async readDiscountOrders(caller, query, after) {
      const batch = batchAfter(await readDiscounts(caller, query, after === null), after);
      orderDays.note(caller, batch.rows);
      return batch;
    },
    async listDiscountOrders(caller, query) {
      const rows = await readDiscounts(caller, query, true);
      orderDays.note(caller, rows);
      return rows;
    },
    async readBatch() {
      throw new PlatformError('not_offered', 'Another deployment lists its orders page by page.');
    },
    readReport(caller, kind, query) {
      const nothing = () => NOTHING_REPORTED[kind](query, clock.now());
      return readOrNothing(query, nothing, (asked) => reports[kind](caller, asked));
    },
  };
}

type RemoteReports = {
  readonly [Kind in ReportKind]: (caller: Caller, query: Reports[Kind]['query']) => Promise<Reports[Kind]['answer']>;
};

/** Lists whose parameters are checked here. */
const LIST_RULES: readonly Pick<ListRules<unknown, unknown>, 'endpoint' | 'unshown'>[] = [
  ...[PRODUCT_RULES, PRODUCT_PRICE_RULES, STOCK_RULES, CUSTOMER_RULES],
  ...[ORDER_RULES, ORDER_ITEM_RULES, ORDER_PAYMENT_RULES, PRODUCT_SALES_RULES],
];

/** Product sales are a list. */
const PLAIN_REPORTS = Object.values<Endpoint>(REPORT_ENDPOINTS).filter((endpoint) => endpoint !== readProductSales);

const PLACES = ['shop_id', 'location_id'] as const;

type ReportPlaces = { readonly [Name in (typeof PLACES)[number]]?: readonly number[] };

/** The specification promises the location of the financial report. */
function isToDescribe(endpoint: Endpoint, place: (typeof PLACES)[number]): boolean {
  return endpoint !== readFinancialReport || place !== 'location_id';
}

/** Parameters that only a deployment which describes them takes: nothing in an answer shows whether they hold. */
const DESCRIBED_ONLY: readonly MissingParameter[] = [
  ...LIST_RULES.flatMap(({ endpoint: { path }, unshown = [] }) => unshown.map((parameter) => ({ path, parameter }))),
  ...PLAIN_REPORTS.flatMap((endpoint) =>
    PLACES.filter((place) => isToDescribe(endpoint, place)).map((parameter) => ({ path: endpoint.path, parameter })),
  ),
];
