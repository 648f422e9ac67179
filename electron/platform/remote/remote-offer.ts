import { readMe } from '../../../shared/contract/auth.ts';
import { readCustomer } from '../../../shared/contract/customers.ts';
import type { Endpoint, Method } from '../../../shared/contract/endpoint.ts';
import { readOrder } from '../../../shared/contract/orders.ts';
import { readProduct } from '../../../shared/contract/products.ts';
import { readOpenApi } from '../../../shared/contract/service.ts';
import { listWebhooks, subscribeWebhook } from '../../../shared/contract/webhooks.ts';
import type { ApiClient } from '../../api-client/api-client.ts';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { FeedName, PlatformCapabilities, ReportKind } from '../platform.ts';
import { PlatformError } from '../platform-error.ts';
import { FEED_ENDPOINTS } from './remote-changes.ts';
import type { RemoteLimits } from './remote-client.ts';
import { readAnswerJson, translatingFailures } from './remote-errors.ts';
import { REPORT_ENDPOINTS } from './remote-reports.ts';

/** Ten times what this API has: what is described is kept for an hour. */
const MOST_PATHS = 500;

type Place = Pick<Endpoint, 'method' | 'path'>;

const METHODS = Object.keys({ GET: true, POST: true, DELETE: true } satisfies Record<Method, true>) as Method[];

export interface RemoteOffer {
  capabilities(): Promise<PlatformCapabilities>;
  /** Throws `PlatformError` `not_offered` for an endpoint that is known to be missing. */
  expectOffered(endpoint: Place): Promise<void>;
}

/** Whether an endpoint is there; null where the deployment does not say: then everything is asked for. */
type Offered = ((endpoint: Place) => boolean) | null;

/** Those of which the specification gives no path or no form. */
const OPTIONAL: readonly Place[] = [
  ...Object.values(FEED_ENDPOINTS),
  ...Object.values(REPORT_ENDPOINTS),
  ...[readProduct, readOrder, readCustomer, listWebhooks],
];

interface OfferDeps {
  readonly client: ApiClient;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
  readonly limits: Pick<RemoteLimits, 'offerMs' | 'unknownOfferMs'>;
}

export function createRemoteOffer({ client, clock, log, limits }: OfferDeps): RemoteOffer {
  let offered: Promise<Offered> = Promise.resolve(null);
  let readAt = Number.NEGATIVE_INFINITY;
  let holdsMs = 0;

  /** Without a token an endpoint that is there answers 401. */
  async function isThere({ path }: Place): Promise<boolean> {
    const asked = { method: 'GET', path: path.replace('{id}', '1') };
    return (await translatingFailures(() => client.send(asked))).status !== 404;
  }

  async function askEach(): Promise<Offered> {
    const missing = new Set<string>();
    for (const endpoint of OPTIONAL) if (!(await isThere(endpoint))) missing.add(endpoint.path);
    return missing.size < OPTIONAL.length || (await isThere(readMe)) ? ({ path }) => !missing.has(path) : null;
  }

  async function readNow(): Promise<Offered> {
    try {
      const { method, path } = readOpenApi;
      const answer = await translatingFailures(() => client.send({ method, path }));
      const found = answer.status === 404 ? await askEach() : offeredBy(readAnswerJson(answer));
      holdsMs = limits.offerMs;
      return found;
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      log.warn({ code: error.code }, 'another deployment does not say what it offers');
      return null;
    }
  }

  function read(): Promise<Offered> {
    // A clock that was set back has passed the time too.
    if (Math.abs(clock.now() - readAt) >= holdsMs) {
      readAt = clock.now();
      holdsMs = limits.unknownOfferMs;
      offered = readNow();
    }
    return offered;
  }

  function choose<Name extends string>(isOffered: Offered, endpoints: Readonly<Record<Name, Place>>): readonly Name[] {
    const names = Object.keys(endpoints) as Name[];
    return names.filter((name) => isOffered === null || isOffered(endpoints[name]));
  }

  return {
    async capabilities() {
      const isOffered = await read();
      return {
        // None is opened: rows name hosts other than the address, which nobody here has allowed.
        backofficeHosts: [],
        webhooks: isOffered === null || isOffered(subscribeWebhook) ? 'there' : 'none',
        apiKeys: 'carried',
        feeds: choose<FeedName>(isOffered, FEED_ENDPOINTS),
        reports: choose<ReportKind>(isOffered, REPORT_ENDPOINTS),
      };
    },

    async expectOffered(endpoint) {
      const isOffered = await read();
      if (isOffered === null || isOffered(endpoint)) return;
      throw new PlatformError('not_offered', `The platform does not offer ${endpoint.path}.`);
    },
  };
}

/** Checked one by one, as other members must not become keys. Null where it is no description. */
function offeredBy(description: unknown): Offered {
  if (!isRecord(description) || !('paths' in description) || !isRecord(description.paths)) return null;
  const paths = Object.entries(description.paths);
  if (paths.length > MOST_PATHS) return null;
  const names = paths.flatMap(([path, calls]) =>
    METHODS.filter((method) => isRecord(calls) && Object.hasOwn(calls, method.toLowerCase())).map((method) =>
      nameOf({ method, path }),
    ),
  );
  const described = new Set(names);
  return described.size > 0 ? (endpoint) => described.has(nameOf(endpoint)) : null;
}

function isRecord(json: unknown): json is object {
  return typeof json === 'object' && json !== null;
}

function nameOf({ method, path }: Place): string {
  return `${method} ${path}`;
}
