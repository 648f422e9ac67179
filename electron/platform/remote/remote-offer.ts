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
import { errorOfAnswer, readAnswerJson, translatingFailures } from './remote-errors.ts';
import { REPORT_ENDPOINTS } from './remote-reports.ts';
import type { RemoteSessions } from './remote-sessions.ts';

/** Ten times what this API has: what is described is kept for an hour. */
const MOST_PATHS = 500;

type Place = Pick<Endpoint, 'method' | 'path'>;

const METHODS = Object.keys({ GET: true, POST: true, DELETE: true } satisfies Record<Method, true>) as Method[];

export interface RemoteOffer {
  capabilities(caller: Caller): Promise<Omit<PlatformCapabilities, 'missingParameters'>>;
  /** Throws `PlatformError` `not_offered` for an endpoint that is known to be missing. */
  expectOffered(caller: Caller, endpoint: Place): Promise<void>;
  /** Whether the description has the parameter; with `several`, whether it takes a list. */
  takes(caller: Caller, endpoint: Place, parameter: string, several: boolean): Promise<boolean>;
}

interface Description {
  has(endpoint: Place): boolean;
  takes(endpoint: Place, parameter: string, several: boolean): boolean;
}

/** Null where the deployment does not say what is there: then everything is asked for. */
type Offered = Description | null;

/** Behind the capabilities, without a path of one record: that would answer 404 for a record that does not exist. */
const OPTIONAL: readonly Place[] = [...Object.values(FEED_ENDPOINTS), ...Object.values(REPORT_ENDPOINTS), listWebhooks];

/** A parameter is missing in each question, or the caller has not the right to ask it. */
const THERE: readonly number[] = [200, 400, 403];

/** Some deployments ask for a token before they look at the path. */
const UNDESCRIBED: readonly number[] = [401, 403, 404];

/** Not `unavailable`: a deployment may answer 500 to a path that it does not know. */
const PASSING: readonly PlatformErrorCode[] = ['busy', 'timeout'];

interface OfferDeps {
  readonly client: ApiClient;
  /** As the caller, if the deployment does not describe itself. `null`: then nothing is known of it. */
  readonly send: RemoteSessions['send'] | null;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Pick<Log, 'warn'>;
  readonly limits: Pick<RemoteLimits, 'offerMs' | 'unknownOfferMs'>;
}

export function createRemoteOffer({ client, send, clock, log, limits }: OfferDeps): RemoteOffer {
  let offered: Promise<Offered> = Promise.resolve(null);
  let readAt = Number.NEGATIVE_INFINITY;
  let holdsMs = 0;

  async function askEach(caller: Caller, as: RemoteSessions['send']): Promise<Offered> {
    const missing = new Set<string>();
    // All at once, as the caller's own question waits for them.
    const asking = OPTIONAL.map(async ({ path }) => {
      const answer = await as(caller, { method: 'GET', path });
      if (answer.status === 404) missing.add(path);
      // Such as a fault or a limit, which says nothing about what is offered.
      else if (!THERE.includes(answer.status)) throw errorOfAnswer(answer);
    });
    await Promise.all(asking);
    return { has: ({ path }) => !missing.has(path), takes: () => false };
  }

  async function readNow(caller: Caller): Promise<Offered> {
    try {
      const { method, path } = readOpenApi;
      const answer = await translatingFailures(() => client.send({ method, path }));
      const isAsked = send !== null && UNDESCRIBED.includes(answer.status);
      const found = isAsked ? await askEach(caller, send) : offeredBy(readAnswerJson(answer));
      holdsMs = limits.offerMs;
      return found;
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      // Who reads with a key repeats it: a refusal for want of a description would be final.
      if (send === null && (error.isUnreached || PASSING.includes(error.code))) {
        readAt = Number.NEGATIVE_INFINITY;
        throw error;
      }
      log.warn({ code: error.code }, 'another deployment does not say what it offers');
      return null;
    }
  }

  function read(caller: Caller): Promise<Offered> {
    // A clock that was set back has passed the time too.
    if (Math.abs(clock.now() - readAt) >= holdsMs) {
      readAt = clock.now();
      holdsMs = limits.unknownOfferMs;
      offered = readNow(caller);
    }
    return offered;
  }

  function choose<Name extends string>(offered: Offered, endpoints: Readonly<Record<Name, Place>>): readonly Name[] {
    const names = Object.keys(endpoints) as Name[];
    return names.filter((name) => offered === null || offered.has(endpoints[name]));
  }

  return {
    async capabilities(caller) {
      const there = await read(caller);
      return {
        // None is opened: rows name hosts other than the address, which nobody here has allowed.
        backofficeHosts: [],
        webhooks: there === null || there.has(subscribeWebhook) ? 'there' : 'none',
        apiKeys: 'carried',
        feeds: choose<FeedName>(there, FEED_ENDPOINTS),
        reports: choose<ReportKind>(there, REPORT_ENDPOINTS),
      };
    },

    async expectOffered(caller, endpoint) {
      const there = await read(caller);
      if (there === null || there.has(endpoint)) return;
      throw new PlatformError('not_offered', `The platform does not offer ${endpoint.path}.`);
    },

    async takes(caller, endpoint, parameter, several) {
      return (await read(caller))?.takes(endpoint, parameter, several) ?? false;
    },
  };
}

/** Checked one by one, as other members must not become keys. Null where it is no description. */
function offeredBy(description: unknown): Offered {
  if (!isRecord(description) || !('paths' in description) || !isRecord(description.paths)) return null;
  const paths = Object.entries(description.paths);
  if (paths.length > MOST_PATHS) return null;
  const operations = paths.flatMap(([path, calls]) =>
    METHODS.filter((method) => isRecord(calls) && Object.hasOwn(calls, method.toLowerCase())).map((method) => {
      const own = parametersOf(description, memberOf(calls, method.toLowerCase()));
      return [nameOf({ method, path }), new Map([...parametersOf(description, calls), ...own])] as const;
    }),
  );
  const described = new Map(operations);
  if (described.size === 0) return null;
  return {
    has: (endpoint) => described.has(nameOf(endpoint)),
    takes(endpoint, parameter, several) {
      const parameters = described.get(nameOf(endpoint));
      return several ? parameters?.get(parameter) === 'array' : (parameters?.has(parameter) ?? false);
    },
  };
}

/** The types of the parameters of a path or an operation, by name. */
function parametersOf(description: unknown, place: unknown): ReadonlyMap<unknown, unknown> {
  const parameters = memberOf(place, 'parameters');
  const described: readonly unknown[] = Array.isArray(parameters) ? parameters : [];
  return new Map(
    described.map((given) => {
      const parameter = resolved(description, given);
      return [memberOf(parameter, 'name'), memberOf(resolved(description, memberOf(parameter, 'schema')), 'type')];
    }),
  );
}

/** What a reference within the description, such as `#/components/parameters/limit`, leads to. One that leads on is not followed. */
function resolved(description: unknown, given: unknown): unknown {
  const reference = memberOf(given, '$ref');
  if (typeof reference !== 'string' || !reference.startsWith('#/')) return given;
  return reference.slice(2).split('/').reduce<unknown>(memberOf, description);
}

function memberOf(json: unknown, name: string): unknown {
  return isRecord(json) && Object.hasOwn(json, name) ? (json as Readonly<Record<string, unknown>>)[name] : undefined;
}

function isRecord(json: unknown): json is object {
  return typeof json === 'object' && json !== null;
}

function nameOf({ method, path }: Place): string {
  return `${method} ${path}`;
}
