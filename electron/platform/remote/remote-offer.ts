import type { Endpoint, Method } from '../../../shared/contract/endpoint.ts';
import { readOpenApi } from '../../../shared/contract/service.ts';
import { subscribeWebhook } from '../../../shared/contract/webhooks.ts';
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

/** Null where the deployment does not describe itself: then everything is asked for. */
type Described = ReadonlySet<string> | null;

interface OfferDeps {
  readonly client: ApiClient;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
  readonly limits: Pick<RemoteLimits, 'offerMs' | 'unknownOfferMs'>;
}

export function createRemoteOffer({ client, clock, log, limits }: OfferDeps): RemoteOffer {
  let described: Promise<Described> = Promise.resolve(null);
  let readAt = Number.NEGATIVE_INFINITY;
  let holdsMs = 0;

  async function readNow(): Promise<Described> {
    try {
      const { method, path } = readOpenApi;
      const answer = await translatingFailures(() => client.send({ method, path }));
      const places = placesIn(readAnswerJson(answer));
      holdsMs = limits.offerMs;
      return places;
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      log.warn({ code: error.code }, 'another deployment does not say what it offers');
      return null;
    }
  }

  function read(): Promise<Described> {
    // A clock that was set back has passed the time too.
    if (Math.abs(clock.now() - readAt) >= holdsMs) {
      readAt = clock.now();
      holdsMs = limits.unknownOfferMs;
      described = readNow();
    }
    return described;
  }

  function choose<Name extends string>(known: Described, endpoints: Readonly<Record<Name, Place>>): readonly Name[] {
    const names = Object.keys(endpoints) as Name[];
    return names.filter((name) => known === null || known.has(nameOf(endpoints[name])));
  }

  return {
    async capabilities() {
      const known = await read();
      return {
        // None is opened: rows name hosts other than the address, which nobody here has allowed.
        backofficeHosts: [],
        webhooks: known === null || known.has(nameOf(subscribeWebhook)) ? 'there' : 'none',
        apiKeys: 'carried',
        feeds: choose<FeedName>(known, FEED_ENDPOINTS),
        reports: choose<ReportKind>(known, REPORT_ENDPOINTS),
      };
    },

    async expectOffered(endpoint) {
      const known = await read();
      if (known === null || known.has(nameOf(endpoint))) return;
      throw new PlatformError('not_offered', `The platform does not offer ${endpoint.path}.`);
    },
  };
}

/** Checked one by one, as other members must not become keys. Null where it is no description. */
function placesIn(description: unknown): Described {
  if (!isRecord(description) || !('paths' in description) || !isRecord(description.paths)) return null;
  const paths = Object.entries(description.paths);
  if (paths.length > MOST_PATHS) return null;
  const places = paths.flatMap(([path, calls]) =>
    METHODS.filter((method) => isRecord(calls) && Object.hasOwn(calls, method.toLowerCase())).map((method) =>
      nameOf({ method, path }),
    ),
  );
  return places.length > 0 ? new Set(places) : null;
}

function isRecord(json: unknown): json is object {
  return typeof json === 'object' && json !== null;
}

function nameOf({ method, path }: Place): string {
  return `${method} ${path}`;
}
