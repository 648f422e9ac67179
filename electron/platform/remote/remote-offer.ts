import { readOpenApi } from '../../../shared/contract/documentation.ts';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { subscribeWebhook } from '../../../shared/contract/webhooks.ts';
import type { ApiClient } from '../../session/api-client.ts';
import type { Clock } from '../../session/clock.ts';
import type { Log } from '../../session/log.ts';
import type { FeedName, PlatformCapabilities, ReportKind } from '../platform.ts';
import { PlatformError } from '../platform-error.ts';
import { readAnswerJson } from './read-answer-json.ts';
import { FEED_ENDPOINTS } from './remote-changes.ts';
import { translatingFailures } from './remote-errors.ts';
import type { RemoteLimits } from './remote-limits.ts';
import { REPORT_ENDPOINTS } from './remote-reports.ts';

type Place = Pick<Endpoint, 'method' | 'path'>;

/** What the other deployment offers, by its own description; an older one lacks endpoints. */
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
  let readAgainAt = Number.NEGATIVE_INFINITY;

  async function readNow(): Promise<Described> {
    try {
      const { method, path } = readOpenApi;
      const answer = await translatingFailures(() => client.send({ method, path }));
      const places = placesIn(readAnswerJson(answer));
      readAgainAt = clock.now() + limits.offerMs;
      return places;
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      log.warn({ code: error.code }, 'another deployment does not say what it offers');
      return null;
    }
  }

  function read(): Promise<Described> {
    if (clock.now() >= readAgainAt) {
      readAgainAt = clock.now() + limits.unknownOfferMs;
      described = readNow();
    }
    return described;
  }

  function choose<Name extends string>(
    known: Described,
    endpoints: Readonly<Record<Name, Place>>,
  ): readonly Name[] {
    const names = Object.keys(endpoints) as Name[];
    return names.filter((name) => known === null || known.has(nameOf(endpoints[name])));
  }

  return {
    async capabilities() {
      const known = await read();
      return {
        // None is opened: its rows name other hosts than its address, and nobody here has allowed any of them.
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

/** Null where it is no description of an API. */
function placesIn(description: unknown): Described {
  if (typeof description !== 'object' || description === null || !('paths' in description)) return null;
  const { paths } = description;
  if (typeof paths !== 'object' || paths === null) return null;
  const places = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations ?? {}).map((method) => `${method.toUpperCase()} ${path}`),
  );
  return places.length > 0 ? new Set(places) : null;
}

function nameOf({ method, path }: Place): string {
  return `${method} ${path}`;
}
