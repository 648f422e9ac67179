import type { MissingParameter } from '../../../shared/contract/connection.ts';
import type { DiscountOrder } from '../../../shared/contract/discount-orders.ts';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { readFinancialReport } from '../../../shared/contract/financial-report.ts';
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
import { createOrderDays } from './order-days.ts';
import type { RemoteLimits } from './remote-client.ts';
import { batchAfter, readAllDiscounts } from './remote-discount-orders.ts';
import { createRemoteLists, orElseIfUnknown, type ReaderOf, type RemoteLists } from './remote-lists.ts';
import type { RemoteOffer } from './remote-offer.ts';
import { readRemotePriceList } from './remote-price-list.ts';
import { REPORT_ENDPOINTS, readRemoteReport } from './remote-reports.ts';
import { nameOfCredential } from './remote-sessions.ts';

export interface RemoteReadsDeps {
  /** The JSON of a path with its query. Throws `PlatformError`. */
  readonly readJsonAs: (caller: Caller, path: string) => Promise<unknown>;
  readonly check: CheckAnswer;
  readonly offer: Pick<RemoteOffer, 'expectOffered' | 'expectParameter' | 'expectList' | 'missing' | 'takes'>;
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
      if (!CHECKED_LISTS.includes(endpoint)) {
        for (const name of placesToDescribe(endpoint)) {
          if (Object.hasOwn(query ?? {}, name)) await offer.expectParameter(caller, endpoint, name);
        }
        for (const name of namesOfSeveral(query)) await offer.expectList(caller, endpoint, name);
      }
      return read(endpoint, query, id);
    };
  };

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
    const reading = discounts.read(name, () => readAllDiscounts(readerOf(caller), query), isFirst);
    return orElseIfUnknown(query, reading, () => []);
  }

  return {
    readerOf,
    async missingParameters(caller) {
      return [...(await offer.missing(caller, DESCRIBED_ONLY)), ...checked.missing()];
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
    readReport: (caller, kind, query) => reports[kind](caller, query),
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

const CHECKED_LISTS: readonly Endpoint[] = LIST_RULES.map(({ endpoint }) => endpoint);

const PLACES = ['shop_id', 'location_id'] as const;

/** By what a report may be limited. The specification promises the location of the financial report. */
function placesToDescribe(endpoint: Endpoint): readonly string[] {
  const isReport = Object.values<Endpoint>(REPORT_ENDPOINTS).includes(endpoint);
  if (!isReport) return [];
  return endpoint === readFinancialReport ? ['shop_id'] : PLACES;
}

/** Parameters that only a deployment which describes them takes: nothing in an answer shows whether they hold. */
const DESCRIBED_ONLY: readonly MissingParameter[] = [
  ...LIST_RULES.flatMap(({ endpoint: { path }, unshown = [] }) => unshown.map((parameter) => ({ path, parameter }))),
  ...Object.values<Endpoint>(REPORT_ENDPOINTS)
    .filter((endpoint) => !CHECKED_LISTS.includes(endpoint))
    .flatMap((endpoint) => placesToDescribe(endpoint).map((parameter) => ({ path: endpoint.path, parameter }))),
];

/** The parameters by which several shops or locations are asked for, where the specification has one. */
function namesOfSeveral(query: object = {}): readonly string[] {
  return Object.entries(query).flatMap(([name, value]) =>
    (PLACES as readonly string[]).includes(name) && Array.isArray(value) && value.length > 1 ? [name] : [],
  );
}
