import type { Endpoint, Method } from '../../../shared/contract/endpoint.ts';
import { readOpenApi } from '../../../shared/contract/service.ts';
import { listWebhooks, subscribeWebhook } from '../../../shared/contract/webhooks.ts';
import type { ApiClient } from '../../api-client/api-client.ts';
import type { Caller } from '../../base/caller.ts';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { FeedName, PlatformCapabilities, ReportKind } from '../platform.ts';
import { PlatformError, type PlatformErrorCode } from '../platform-error.ts';
import { FEED_ENDPOINTS } from './remote-changes.ts';
import type { RemoteLimits } from './remote-client.ts';
import { readAnswerJson, toPlatformError, translateFailures } from './remote-errors.ts';
import { REPORT_ENDPOINTS } from './remote-reports.ts';
import type { RemoteSessions } from './remote-sessions.ts';

/** Ten times the paths of this API. Limits the memory of the cached description. */
const MAX_PATHS = 500;

type EndpointPath = Pick<Endpoint, 'method' | 'path'>;

const METHODS = Object.keys({ GET: true, POST: true, DELETE: true } satisfies Record<Method, true>) as Method[];

export interface RemoteOffer {
  getCapabilities(caller: Caller): Promise<Omit<PlatformCapabilities, 'missingParameters'>>;
  /** Throws `PlatformError` `not_offered` if the endpoint is known to be missing. */
  assertOffered(caller: Caller, endpoint: EndpointPath): Promise<void>;
  /** Whether the description has the parameter; with `several`, as a list. */
  hasParameter(caller: Caller, endpoint: EndpointPath, parameter: string, several: boolean): Promise<boolean>;
}

interface Description {
  has(endpoint: EndpointPath): boolean;
  hasParameter(endpoint: EndpointPath, parameter: string, several: boolean): boolean;
}

/** The description; `null` if the deployment has none. Every endpoint is then tried. */
type Offered = Description | null;

/** Endpoints behind capabilities. Without paths of single records, which answer 404 for a missing record. */
const OPTIONAL_ENDPOINTS: readonly EndpointPath[] = [
  ...Object.values(FEED_ENDPOINTS),
  ...Object.values(REPORT_ENDPOINTS),
  listWebhooks,
];

/** Statuses of an existing endpoint: a required parameter is missing, or the caller lacks the right. */
const EXISTING_STATUSES: readonly number[] = [200, 400, 403];

/** Some deployments require a token before they look at the path. */
const UNDESCRIBED_STATUSES: readonly number[] = [401, 403, 404];

/** Without `unavailable`: a deployment may answer 500 for an unknown path. */
const TRANSIENT_CODES: readonly PlatformErrorCode[] = ['busy', 'timeout'];

interface OfferDeps {
  readonly client: ApiClient;
  /** Tries endpoints as the caller if the deployment does not describe itself. With `null` they are not tried. */
  readonly send: RemoteSessions['send'] | null;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Pick<Log, 'warn'>;
  readonly limits: Pick<RemoteLimits, 'offerTtlMs' | 'unknownOfferTtlMs'>;
}

export function createRemoteOffer({ client, send, clock, log, limits }: OfferDeps): RemoteOffer {
  let offered: Promise<Offered> = Promise.resolve(null);
  let readAt = Number.NEGATIVE_INFINITY;
  let ttlMs = 0;

  async function probeEndpoints(caller: Caller, as: RemoteSessions['send']): Promise<Offered> {
    const missing = new Set<string>();
    // Asked in parallel, because the caller waits for the result.
    const asking = OPTIONAL_ENDPOINTS.map(async ({ path }) => {
      const answer = await as(caller, { method: 'GET', path });
      if (answer.status === 404) missing.add(path);
      // A fault or a limit says nothing about what is offered.
      else if (!EXISTING_STATUSES.includes(answer.status)) throw toPlatformError(answer);
    });
    await Promise.all(asking);
    return { has: ({ path }) => !missing.has(path), hasParameter: () => false };
  }

  async function readNow(caller: Caller): Promise<Offered> {
    try {
      const { method, path } = readOpenApi;
      const answer = await translateFailures(() => client.send({ method, path }));
      const isAsked = send !== null && UNDESCRIBED_STATUSES.includes(answer.status);
      const found = isAsked ? await probeEndpoints(caller, send) : parseDescription(readAnswerJson(answer));
      ttlMs = limits.offerTtlMs;
      return found;
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      // Readers with a key retry. Refusing for lack of a description would be final.
      if (send === null && (error.isUnreached || TRANSIENT_CODES.includes(error.code))) {
        readAt = Number.NEGATIVE_INFINITY;
        throw error;
      }
      log.warn({ code: error.code }, 'could not read which endpoints another deployment has');
      return null;
    }
  }

  function read(caller: Caller): Promise<Offered> {
    // `Math.abs` also expires the cache after the clock was set back.
    if (Math.abs(clock.now() - readAt) >= ttlMs) {
      readAt = clock.now();
      ttlMs = limits.unknownOfferTtlMs;
      offered = readNow(caller);
    }
    return offered;
  }

  function filterOffered<Name extends string>(
    offered: Offered,
    endpoints: Readonly<Record<Name, EndpointPath>>,
  ): readonly Name[] {
    const names = Object.keys(endpoints) as Name[];
    return names.filter((name) => offered === null || offered.has(endpoints[name]));
  }

  return {
    async getCapabilities(caller) {
      const offered = await read(caller);
      return {
        // No link is opened: rows can name hosts that nobody here has allowed.
        backofficeHosts: [],
        webhooks: offered === null || offered.has(subscribeWebhook) ? 'there' : 'none',
        apiKeys: 'carried',
        feeds: filterOffered<FeedName>(offered, FEED_ENDPOINTS),
        reports: filterOffered<ReportKind>(offered, REPORT_ENDPOINTS),
      };
    },

    async assertOffered(caller, endpoint) {
      const offered = await read(caller);
      if (offered === null || offered.has(endpoint)) return;
      throw new PlatformError('not_offered', `The platform does not offer ${endpoint.path}.`);
    },

    async hasParameter(caller, endpoint, parameter, several) {
      return (await read(caller))?.hasParameter(endpoint, parameter, several) ?? false;
    },
  };
}

/** Reads member by member, so that unexpected ones do not become keys. `null` if it is not an OpenAPI description. */
function parseDescription(description: unknown): Offered {
  if (!isRecord(description) || !('paths' in description) || !isRecord(description.paths)) return null;
  const paths = Object.entries(description.paths);
  if (paths.length > MAX_PATHS) return null;
  const operations = paths.flatMap(([path, calls]) =>
    METHODS.filter((method) => isRecord(calls) && Object.hasOwn(calls, method.toLowerCase())).map((method) => {
      const own = getParameters(description, getMember(calls, method.toLowerCase()));
      return [getName({ method, path }), new Map([...getParameters(description, calls), ...own])] as const;
    }),
  );
  const described = new Map(operations);
  if (described.size === 0) return null;
  return {
    has: (endpoint) => described.has(getName(endpoint)),
    hasParameter(endpoint, parameter, several) {
      const parameters = described.get(getName(endpoint));
      return several ? parameters?.get(parameter) === 'array' : (parameters?.has(parameter) ?? false);
    },
  };
}

/** Returns the types of the parameters of a path or operation, by name. */
function getParameters(description: unknown, place: unknown): ReadonlyMap<unknown, unknown> {
  const parameters = getMember(place, 'parameters');
  const described: readonly unknown[] = Array.isArray(parameters) ? parameters : [];
  return new Map(
    described.map((given) => {
      const parameter = resolveReference(description, given);
      return [
        getMember(parameter, 'name'),
        getMember(resolveReference(description, getMember(parameter, 'schema')), 'type'),
      ];
    }),
  );
}

/** Resolves a reference such as `#/components/parameters/limit`. Does not follow a second reference. */
function resolveReference(description: unknown, given: unknown): unknown {
  const reference = getMember(given, '$ref');
  if (typeof reference !== 'string' || !reference.startsWith('#/')) return given;
  return reference.slice(2).split('/').reduce<unknown>(getMember, description);
}

function getMember(json: unknown, name: string): unknown {
  return isRecord(json) && Object.hasOwn(json, name) ? (json as Readonly<Record<string, unknown>>)[name] : undefined;
}

function isRecord(json: unknown): json is object {
  return typeof json === 'object' && json !== null;
}

function getName({ method, path }: EndpointPath): string {
  return `${method} ${path}`;
}
