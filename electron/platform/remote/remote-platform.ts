import type { MissingParameter } from '../../../shared/contract/connection.ts';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { readFinancialReport } from '../../../shared/contract/financial-report.ts';
import {
  createAnswerCheck,
  createEndpointReader,
  noteAgeHeaders,
  REFERENCE_READS,
} from '../../api-client/endpoint-reader.ts';
import { sanitizedLine } from '../../api-client/upstream-answer.ts';
import type { Caller } from '../../base/caller.ts';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { AccountsAt, RemoteUsers } from '../../base/remote-accounts.ts';
import type { Platform, ProductPriceQuery, ProductQuery, ReportKind, Reports } from '../platform.ts';
import type { PlatformWebhooks } from '../platform-webhooks.ts';
import { createCheckedLists } from './checked-lists.ts';
import {
  ORDER_ITEM_RULES,
  ORDER_PAYMENT_RULES,
  PRODUCT_PRICE_RULES,
  PRODUCT_SALES_RULES,
  STOCK_RULES,
} from './line-rules.ts';
import { CUSTOMER_RULES, type ListRules, ORDER_RULES, PRODUCT_RULES } from './list-rules.ts';
import { emptyBatch, NOTHING_REPORTED, readOrNothing } from './nothing-selected.ts';
import { readRemoteChanges } from './remote-changes.ts';
import { createRemoteClient, REMOTE_LIMITS, type RemoteLimits } from './remote-client.ts';
import { createDiscountRowCache, readRemoteDiscountOrders } from './remote-discount-orders.ts';
import { readAnswerJson } from './remote-errors.ts';
import { createRemoteLists, type ReaderOf } from './remote-lists.ts';
import { createRemoteOffer } from './remote-offer.ts';
import { readRemotePriceList } from './remote-price-list.ts';
import { REPORT_ENDPOINTS, readRemoteReport } from './remote-reports.ts';
import { createRemoteSessions, nameOfCredential } from './remote-sessions.ts';
import { createRemoteSignIn } from './remote-sign-in.ts';
import { createRemoteWebhooks } from './remote-webhooks.ts';

export interface RemotePlatformDeps {
  /** `https://till.example/shop`; `http:` for this computer only. */
  readonly address: string;
  readonly accounts: AccountsAt;
  /** For deployments that do not say which user it is. */
  readonly users: RemoteUsers;
  readonly clock: Clock;
  readonly log: Log;
  /** In PEM: who may vouch for the other deployment. */
  readonly authorities: readonly string[];
  readonly limits?: Partial<RemoteLimits>;
}

export interface RemotePlatform extends Platform {
  readonly webhooks: PlatformWebhooks;
  /** Forgets all credentials and ends every connection. */
  close(): void;
}

/** Another deployment of this API; every answer is checked. Throws `PlatformError` `rejected` for a bad address. */
export function createRemotePlatform(deps: RemotePlatformDeps): RemotePlatform {
  const limits = { ...REMOTE_LIMITS, ...deps.limits };
  const { clock } = deps;
  const check = createAnswerCheck({
    now: () => clock.now(),
    noteLeftOut({ path }, rows) {
      deps.log.warn({ path, rows: rows.slice(0, MAX_LOGGED_ROWS).map(nameOfRow), count: rows.length }, LEFT_OUT);
    },
    noteMisfit({ path }, misfit) {
      deps.log.warn({ path, misfit }, NOT_KNOWN);
    },
  });
  const own = { ...deps, limits, check };
  const client = createRemoteClient(own);
  const sessions = createRemoteSessions({ ...own, client });
  const offer = createRemoteOffer({ ...own, client: client.stranger, send: sessions.send });
  const discountRows = createDiscountRowCache(deps.clock, limits.cachedRowsMs, limits.cachedRows);

  async function readJsonAs(caller: Caller, path: string): Promise<unknown> {
    const answer = await sessions.send(caller, { method: 'GET', path });
    const json = readAnswerJson(answer);
    noteAgeHeaders(answer.headers, clock.now());
    return json;
  }

  const readerOf: ReaderOf = (caller) => {
    const read = createEndpointReader((path) => readJsonAs(caller, path), own.check);
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

  const checked = createCheckedLists({ ...own });
  const { readProductSales: readSales, ...lists } = createRemoteLists({ readerOf, lists: checked, offer });

  const reports: RemoteReports = {
    financial: (caller, query) => readRemoteReport(readerOf(caller), 'financial', query),
    turnoverByDay: (caller, query) => readRemoteReport(readerOf(caller), 'turnoverByDay', query),
    payments: (caller, query) => readRemoteReport(readerOf(caller), 'payments', query),
    dayClosing: (caller, query) => readRemoteReport(readerOf(caller), 'dayClosing', query),
    productSales: readSales,
  };

  return {
    ...createRemoteSignIn({ ...own, client, sessions }),
    webhooks: createRemoteWebhooks({ ...own, sessions, offer }),
    async capabilitiesOf(caller) {
      const undescribed = await offer.missing(caller, DESCRIBED_ONLY);
      const missingParameters = [...undescribed, ...checked.missing()];
      return { ...(await offer.capabilities(caller)), roundsRows: true, missingParameters };
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
    readDiscountOrders(caller, query, after) {
      const reader = JSON.stringify([nameOfCredential(caller.upstreamCredential ?? ''), caller.userId, query]);
      return readOrNothing(query, emptyBatch, (asked) =>
        readRemoteDiscountOrders(readerOf(caller), discountRows.of(reader), asked, after),
      );
    },

    readChanges: (caller, feed, query) => readRemoteChanges(readerOf(caller), feed, query),
    readReport(caller, kind, query) {
      const nothing = () => NOTHING_REPORTED[kind](query, clock.now());
      return readOrNothing(query, nothing, (asked) => reports[kind](caller, asked));
    },

    close() {
      discountRows.end();
      sessions.end();
      client.close();
    },
  };
}

type RemoteReports = {
  readonly [Kind in ReportKind]: (caller: Caller, query: Reports[Kind]['query']) => Promise<Reports[Kind]['answer']>;
};

const LEFT_OUT = 'rows of another deployment are left out, as their date is not readable';

const NOT_KNOWN = 'a section of another deployment is not known, as it has another form';

const MAX_LOGGED_ROWS = 10;

/** The number of the order, or the id. */
function nameOfRow(row: unknown): string {
  const { order_number: number, id } = row as { readonly order_number?: unknown; readonly id?: unknown };
  return sanitizedLine(String(number ?? id)).slice(0, 100);
}

/** They send no parameter that the deployment does not take. */
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
