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
import { EMPTY_REPORTS, readIgnoringUnknownIds } from './nothing-selected.ts';
import { createOrderDays } from './order-days.ts';
import type { RemoteLimits } from './remote-client.ts';
import { getBatch, readAllDiscounts } from './remote-discount-orders.ts';
import { createRemoteLists, type GetReader, type RemoteLists } from './remote-lists.ts';
import type { RemoteOffer } from './remote-offer.ts';
import { readRemotePriceList } from './remote-price-list.ts';
import { REPORT_ENDPOINTS, readRemoteReport } from './remote-reports.ts';
import { hashCredential } from './remote-sessions.ts';

export interface RemoteReadsDeps {
  /** Returns the JSON of a path with query. Throws `PlatformError`. */
  readonly readJsonAs: (caller: Caller, path: string) => Promise<unknown>;
  readonly check: CheckAnswer;
  readonly offer: Pick<RemoteOffer, 'assertOffered' | 'hasParameter'>;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
  readonly limits: Pick<RemoteLimits, 'maxCachedRows' | 'cachedRowsTtlMs'>;
}

export interface RemoteReads
  extends Omit<RemoteLists, 'readProductSales'>,
    Pick<
      Platform,
      'listReference' | 'readPriceList' | 'readDiscountOrders' | 'listDiscountOrders' | 'readBatch' | 'readReport'
    > {
  /** Reads endpoints of the contract and checks the answers. */
  readonly getReader: GetReader;
  /** Reads parameters that the deployment is known not to support. */
  readMissingParameters(caller: Caller): Promise<readonly MissingParameter[]>;
}

/** Reads lists and reports of another deployment, with any kind of credential. */
export function createRemoteReads({ readJsonAs, check, offer, clock, log, limits }: RemoteReadsDeps): RemoteReads {
  /** Extended on every use, so that later batches find their rows. */
  const discounts = createTimedCache<readonly DiscountOrder[]>({
    ...{ clock, ttlMs: limits.cachedRowsTtlMs, isKeptByUse: true, maxSize: limits.maxCachedRows },
    sizeOf: (rows) => rows.length,
  });

  const getReader: GetReader = (caller) => {
    const read = createEndpointReader((path) => readJsonAs(caller, path), check);
    return async (endpoint, query, id) => {
      await offer.assertOffered(caller, endpoint);
      await assertReportFilters(caller, endpoint, query);
      return read(endpoint, query, id);
    };
  };

  /**
   * Throws `PlatformError` `query_refused` if a report is filtered by a parameter that the description lacks. A
   * deployment that ignores it, or takes one id only, would answer for more or less than was asked.
   */
  async function assertReportFilters(caller: Caller, endpoint: Endpoint, query: ReportFilters = {}): Promise<void> {
    if (!PLAIN_REPORTS.includes(endpoint)) return;
    for (const name of REPORT_FILTERS) {
      const { length = 0 } = query[name] ?? {};
      if (length === 0) continue;
      if (mustBeDescribed(endpoint, name) && !(await offer.hasParameter(caller, endpoint, name, false))) {
        throw new PlatformError(
          'query_refused',
          `${name} is not supported by the platform at ${endpoint.path}. Leave it out.`,
        );
      }
      if (length > 1 && !(await offer.hasParameter(caller, endpoint, name, true))) {
        throw new PlatformError('query_refused', `The platform supports one ${name} only. Give one id.`);
      }
    }
  }

  const checked = createCheckedLists({ clock, log, limits });
  const orderDays = createOrderDays();
  const { readProductSales: readSales, ...lists } = createRemoteLists({ getReader, lists: checked, offer, orderDays });

  const reports: RemoteReports = {
    financial: (caller, query) => readRemoteReport(getReader(caller), 'financial', query),
    turnoverByDay: (caller, query) => readRemoteReport(getReader(caller), 'turnoverByDay', query),
    payments: (caller, query) => readRemoteReport(getReader(caller), 'payments', query),
    dayClosing: (caller, query) => readRemoteReport(getReader(caller), 'dayClosing', query),
    productSales: readSales,
  };

  /** The first batch reads new rows. Later batches use the same rows. */
  async function readDiscounts(caller: Caller, query: DiscountOrderQuery, isFirst: boolean) {
    const name = JSON.stringify([hashCredential(caller.upstreamCredential ?? ''), caller.userId, query]);
    const readNow = () =>
      readIgnoringUnknownIds<DiscountOrderQuery, readonly DiscountOrder[]>(
        query,
        () => [],
        (asked) => readAllDiscounts(getReader(caller), asked),
      );
    return discounts.read(name, readNow, isFirst);
  }

  return {
    getReader,
    async readMissingParameters(caller) {
      const missing = [...checked.getMissing()];
      for (const one of DESCRIBED_ONLY) {
        const [name = ''] = one.parameter.split('=');
        if (!(await offer.hasParameter(caller, { method: 'GET', path: one.path }, name, false))) missing.push(one);
      }
      return missing;
    },
    listReference: (caller, kind, country) => REFERENCE_READS[kind](getReader(caller), country),

    ...lists,
    readPriceList(caller, query, after) {
      const priced = {
        products: (asked: ProductQuery) => lists.searchProducts(caller, asked),
        prices: (asked: ProductPriceQuery) => lists.listProductPrices(caller, asked),
      };
      return readRemotePriceList(priced, query, after);
    },
    async readDiscountOrders(caller, query, after) {
      const batch = getBatch(await readDiscounts(caller, query, after === null), after);
      orderDays.add(caller, batch.rows);
      return batch;
    },
    async listDiscountOrders(caller, query) {
      const rows = await readDiscounts(caller, query, true);
      orderDays.add(caller, rows);
      return rows;
    },
    async readBatch() {
      throw new PlatformError('not_offered', 'Another deployment lists its orders in pages only.');
    },
    readReport(caller, kind, query) {
      const nothing = () => EMPTY_REPORTS[kind](query, clock.now());
      return readIgnoringUnknownIds(query, nothing, (asked) => reports[kind](caller, asked));
    },
  };
}

type RemoteReports = {
  readonly [Kind in ReportKind]: (caller: Caller, query: Reports[Kind]['query']) => Promise<Reports[Kind]['answer']>;
};

/** Lists whose parameters are checked here. */
const LIST_RULES: readonly Pick<ListRules<unknown, unknown>, 'endpoint' | 'missingFields'>[] = [
  ...[PRODUCT_RULES, PRODUCT_PRICE_RULES, STOCK_RULES, CUSTOMER_RULES],
  ...[ORDER_RULES, ORDER_ITEM_RULES, ORDER_PAYMENT_RULES, PRODUCT_SALES_RULES],
];

/** Without product sales, which are checked as a list. */
const PLAIN_REPORTS = Object.values<Endpoint>(REPORT_ENDPOINTS).filter((endpoint) => endpoint !== readProductSales);

const REPORT_FILTERS = ['shop_id', 'location_id'] as const;

type ReportFilters = { readonly [Name in (typeof REPORT_FILTERS)[number]]?: readonly number[] };

/** The specification promises `location_id` of the financial report only. */
function mustBeDescribed(endpoint: Endpoint, place: (typeof REPORT_FILTERS)[number]): boolean {
  return endpoint !== readFinancialReport || place !== 'location_id';
}

/** Parameters that are sent only if described, because answers do not show whether they were applied. */
const DESCRIBED_ONLY: readonly MissingParameter[] = [
  ...LIST_RULES.flatMap(({ endpoint: { path }, missingFields = [] }) =>
    missingFields.map((parameter) => ({ path, parameter })),
  ),
  ...PLAIN_REPORTS.flatMap((endpoint) =>
    REPORT_FILTERS.filter((place) => mustBeDescribed(endpoint, place)).map((parameter) => ({
      path: endpoint.path,
      parameter,
    })),
  ),
];
