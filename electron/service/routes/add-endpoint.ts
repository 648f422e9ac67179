import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import {
  type Access,
  type ApiEndpoint,
  type BodyOf,
  createFieldFilter,
  type Endpoint,
  type HeadersOf,
  isApiEndpoint,
  type ResponseOf,
} from '../../../shared/contract/endpoint.ts';
import { getCallSignal } from '../../base/call-signal.ts';
import type { Caller } from '../../base/caller.ts';
import type { Platform } from '../../platform/platform.ts';
import type { PlatformWebhooks } from '../../platform/platform-webhooks.ts';
import { type BearerIdentity, mayReadPersonalData } from '../security/bearer.ts';
import type { DeltaCursors } from '../security/delta-cursors.ts';
import type { OwnSessions } from '../security/own-sessions.ts';
import { createPersonalDataGuard } from '../security/personal-data.ts';
import { checkRights, isHeavy } from '../security/request-guard.ts';
import type { ReadWindowSignIn, SignIn } from '../security/sign-in.ts';
import { ApiError } from '../server/api-error.ts';
import { createBodyDecoder } from '../server/body-decoder.ts';
import { createHeaderDecoder, getHeaderValues } from '../server/header-decoder.ts';

import { createQueryDecoder, type DecodedQuery } from '../server/query-decoder.ts';
import type { RequireKnownIds } from './known-ids.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Absent only if no route was found. */
    access?: Access;
    /** For the OpenAPI document; files have none. */
    endpoint?: Endpoint;
    /** Only for a GET. */
    readInProcess?: ReadInProcess;
  }
  interface FastifyRequest {
    /** Who signed in by this request; `null` for every other request. */
    signedInCaller: Caller | null;
  }
}

/** A request as a handler sees it: checked, decoded and typed by the contract. */
export type Call<E extends Endpoint> = {
  readonly query: DecodedQuery<E>;
  readonly body: BodyOf<E>;
  readonly headers: HeadersOf<E>;
  /** Whether the client has left or was already answered: nobody will read the answer. */
  readonly isAbandoned: () => boolean;
  /** Where the call comes from; see `getPeer`. */
  readonly peer: string;
} & (E['path'] extends `${string}{id}${string}` ? { readonly id: number } : unknown) &
  (E['path'] extends `${string}{delivery_id}${string}` ? { readonly deliveryId: number } : unknown) &
  (E['access'] extends 'public'
    ? {
        /** Tells the request log who is calling. */
        readonly setCaller: (caller: Caller) => void;
        /** All values of a header that the contract does not declare. */
        readonly readHeader: (header: string) => readonly string[];
      }
    : { readonly caller: Caller; readonly identity: BearerIdentity });

export type Handler<E extends Endpoint> = (call: Call<E>) => ResponseOf<E> | Promise<ResponseOf<E>>;

/** Registers an endpoint. Its path, access and checks come from the contract; only the answer comes from here. */
export function addEndpoint<E extends Endpoint>(app: FastifyInstance, endpoint: E, handler: Handler<E>): void {
  const getCodec = createCodecOnce(endpoint);

  const answerTo = async (call: DecodedCall) => {
    const { identity, query } = call;
    const { personalData, keepListedFields } = getCodec();
    const hidesPeople = identity !== null && !mayReadPersonalData(identity.auth);
    if (hidesPeople) personalData.refuseSearch(query);
    const work = async () => handler(call as unknown as Call<E>);
    const runQueued = async () => {
      // Nobody reads this answer.
      if (call.isAbandoned()) throw new ApiError('bad_request', 'The client left while this call waited.');
      return work();
    };
    const isQueued = identity !== null && isHeavy(endpoint, query);
    const answer = await (isQueued ? app.heavyCalls(identity.secretHash, runQueued) : work());
    return hidesPeople ? personalData.hide(answer) : keepListedFields(answer);
  };

  const readInProcess: ReadInProcess = async ({ identity, query, id, isAbandoned }) => {
    checkRights(endpoint.access, identity.caller);
    const { caller } = identity;
    const call = { ...NOT_SENT, query: getCodec().decodeQuery(query), id, identity, caller, isAbandoned };
    return answerTo(call);
  };

  app.route<{ Params: PathIds; Querystring: { text: string } }>({
    method: endpoint.method,
    // Only one spelling of an id is accepted: 0101 is not 101.
    url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1(^(?:0|[1-9]\\d{0,14})$)'),
    config: { access: endpoint.access, endpoint, ...(endpoint.method === 'GET' && { readInProcess }) },
    handler: async (request, reply) => {
      const { identity, params, peer } = request;
      const signal = getCallSignal();
      const { decodeQuery, decodeHeaders, decodeBody } = getCodec();
      const call = {
        query: decodeQuery(request.query.text),
        headers: decodeHeaders(request.raw),
        body: decodeBody(request.body),
        isAbandoned: () => isGone(request.raw.socket) || reply.sent || signal?.aborted === true,
        id: parseId(params.id),
        deliveryId: parseId(params.delivery_id),
        peer,
        readHeader: (header: string) => getHeaderValues(request.raw, header),
        identity,
        caller: identity?.caller,
        setCaller: (caller: Caller) => {
          request.signedInCaller = caller;
        },
      };
      const answer = await answerTo(call);
      reply.code(endpoint.status ?? 200);
      return endpoint.status === 204 ? reply.send() : answer;
    },
  });
}

/** Compiles the schemas at the first call: there are hundreds of them, and a run needs few. */
function createCodecOnce<E extends Endpoint>(endpoint: E) {
  const create = () => ({
    decodeQuery: createQueryDecoder(endpoint),
    decodeHeaders: createHeaderDecoder(endpoint),
    decodeBody: createBodyDecoder(endpoint),
    keepListedFields: createFieldFilter(endpoint.response),
    personalData: createPersonalDataGuard(endpoint),
  });
  let codec: ReturnType<typeof create> | undefined;
  return () => {
    codec ??= create();
    return codec;
  };
}

/** What every call has. */
interface DecodedCall {
  readonly query: object;
  readonly identity: BearerIdentity | null;
  readonly isAbandoned: () => boolean;
}

/** A GET that a tool makes in this process, as the caller of its request. */
export interface InProcessRead {
  readonly identity: BearerIdentity;
  /** As in a URL, without `?`. */
  readonly query: string;
  readonly id: number | undefined;
  readonly isAbandoned: () => boolean;
}

/** Answers as over HTTP, with the same checks, queue and fields. Throws what the error handler accepts. */
export type ReadInProcess = (read: InProcessRead) => Promise<unknown>;

const NOT_SENT = {
  headers: {},
  body: undefined,
  deliveryId: undefined,
  peer: '',
  readHeader: () => [],
  setCaller: () => {},
};

interface PathIds {
  readonly id?: string;
  readonly delivery_id?: string;
}

function parseId(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}

/** Also true for a client that closed only its own side: Node then closes the other one, and no answer arrives. */
export function isGone(socket: Socket): boolean {
  return socket.destroyed || socket.writableEnded;
}

/** Every route must declare who may call it; one that does not stops the start with an error. */
export function requireAccessOfRoutes(app: FastifyInstance): void {
  app.addHook('onRoute', ({ method, url, config }) => {
    if (config?.access === undefined) throw new Error(`${method} ${url} does not say who may call it`);
  });
}

export interface RouteDeps {
  readonly platform: Platform;
  readonly signIn: SignIn;
  readonly sessions: OwnSessions;
  readonly readWindowSignIn: ReadWindowSignIn;
  readonly cursors: DeltaCursors;
  readonly webhooks: PlatformWebhooks;
  readonly requireKnownIds: RequireKnownIds;
  /** Hex; see operation-routes.ts. */
  readonly nonce: string;
  /** Folder with the built page of `/docs`; `null` if there is none. */
  readonly docsFolder: string | null;
}

export function collectEndpoints(app: FastifyInstance): readonly ApiEndpoint[] {
  const endpoints: ApiEndpoint[] = [];
  app.addHook('onRoute', ({ method, config }) => {
    // Fastify adds a HEAD to every GET.
    if (config?.endpoint && isApiEndpoint(config.endpoint) && method !== 'HEAD') endpoints.push(config.endpoint);
  });
  return endpoints;
}

export function collectReads(app: FastifyInstance): ReadonlyMap<Endpoint, ReadInProcess> {
  const reads = new Map<Endpoint, ReadInProcess>();
  app.addHook('onRoute', ({ config }) => {
    if (config?.endpoint && config.readInProcess) reads.set(config.endpoint, config.readInProcess);
  });
  return reads;
}
