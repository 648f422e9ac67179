import { listCustomers } from '../../../shared/contract/customers.ts';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { listOrders } from '../../../shared/contract/orders.ts';
import { listProducts } from '../../../shared/contract/products.ts';
import { readTurnoverByDay } from '../../../shared/contract/turnover-by-day.ts';
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
import type { Platform } from '../platform.ts';
import type { PlatformWebhooks } from '../platform-webhooks.ts';
import { createCheckedLists } from './checked-lists.ts';
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
  const check = createAnswerCheck(({ path }, rows) => {
    deps.log.warn({ path, rows: rows.slice(0, MAX_LOGGED_ROWS).map(nameOfRow), count: rows.length }, LEFT_OUT);
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
      if (isReportOfShops(endpoint, query)) await offer.expectParameter(caller, endpoint, 'shop_id');
      if (!CHECKED_LISTS.includes(endpoint)) {
        for (const name of namesOfSeveral(query)) await offer.expectList(caller, endpoint, name);
      }
      return read(endpoint, query, id);
    };
  };

  return {
    ...createRemoteSignIn({ ...own, client, sessions }),
    webhooks: createRemoteWebhooks({ ...own, sessions, offer }),
    capabilitiesOf: (caller) => offer.capabilities(caller),
    listReference: (caller, kind, country) => REFERENCE_READS[kind](readerOf(caller), country),

    ...createRemoteLists({ readerOf, lists: createCheckedLists({ ...own }), offer }),
    readPriceList: (caller, query, after) =>
      readOrNothing(query, emptyBatch, (asked) => readRemotePriceList(readerOf(caller), asked, after)),
    readDiscountOrders(caller, query, after) {
      const reader = JSON.stringify([nameOfCredential(caller.upstreamCredential ?? ''), caller.userId, query]);
      return readOrNothing(query, emptyBatch, (asked) =>
        readRemoteDiscountOrders(readerOf(caller), discountRows.of(reader), asked, after),
      );
    },

    readChanges: (caller, feed, query) => readRemoteChanges(readerOf(caller), feed, query),
    readReport: (caller, kind, query) =>
      readOrNothing(
        query,
        () => NOTHING_REPORTED[kind](query, clock.now()),
        (asked) => readRemoteReport(readerOf(caller), kind, asked),
      ),

    close() {
      discountRows.end();
      sessions.end();
      client.close();
    },
  };
}

const LEFT_OUT = 'rows of another deployment are left out, as their date is not readable';

const MAX_LOGGED_ROWS = 10;

/** The number of the order, or the id. */
function nameOfRow(row: unknown): string {
  const { order_number: number, id } = row as { readonly order_number?: unknown; readonly id?: unknown };
  return sanitizedLine(String(number ?? id)).slice(0, 100);
}

/** These send several ids only to a deployment that takes them. */
const CHECKED_LISTS: readonly Endpoint[] = [listProducts, listCustomers, listOrders];

/** The specification and older deployments limit the reports by location alone. */
function isReportOfShops(endpoint: Endpoint, query: object = {}): boolean {
  const isReport = Object.values<Endpoint>(REPORT_ENDPOINTS).includes(endpoint);
  return isReport && endpoint !== readTurnoverByDay && Object.hasOwn(query, 'shop_id');
}

/** The parameters by which several shops or locations are asked for, where the specification has one. */
function namesOfSeveral(query: object = {}): readonly string[] {
  return Object.entries(query).flatMap(([name, value]) =>
    SINGLE_IN_SPECIFICATION.includes(name) && Array.isArray(value) && value.length > 1 ? [name] : [],
  );
}

const SINGLE_IN_SPECIFICATION: readonly string[] = ['shop_id', 'location_id'];
