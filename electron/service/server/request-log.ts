import type { Socket } from 'node:net';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { TObject } from 'typebox';
import { isApiEndpoint } from '../../../shared/contract/endpoint.ts';
import type { ParameterSchema } from '../../../shared/contract/query.ts';
import type { RequestError } from '../../../shared/contract/window.ts';
import { getCallSignal } from '../../base/call-signal.ts';
import { type Caller, managesAll } from '../../base/caller.ts';
import type { Clock } from '../../base/clock.ts';
import { redactText } from '../../base/log.ts';

/** The status by which web servers log that the client left before the answer. It is never sent. */
const CLIENT_LEFT = 499;

/** Monitors request these every few seconds. */
const PROBES: ReadonlySet<string> = new Set(['/health', '/ready', '/metrics']);

/** Notified of each request when its headers have arrived, and again when it has ended. */
export interface RequestObserver {
  began?(): void;
  /** The status is `CLIENT_LEFT` if the client left before the answer was sent. */
  ended(request: FastifyRequest, reply: FastifyReply, status: number): void;
}

/**
 * Writes every answer to the log and the journal. Headers, bodies and tokens are left out: they contain names. The log
 * has no query either; the journal, which is only in memory, has one without texts.
 */
export interface RequestLog extends RequestObserver {
  /** Something failed before it was a request. The client was told on the bare socket, if possible. */
  refused(refusal: { readonly requestId: string; readonly status: number }): void;
}

interface RequestLogOptions {
  readonly journal: RequestJournal;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Pick<FastifyBaseLogger, 'info'>;
  /** Default: false. */
  readonly isFromWindow?: boolean;
}

export function createRequestLog({ journal, clock, log, isFromWindow = false }: RequestLogOptions): RequestLog {
  return {
    ended(request, reply, status) {
      const { method, identity, signedInCaller } = request;
      const endpoint = request.routeOptions?.config.endpoint;
      const isWindowOnly = endpoint !== undefined && !isApiEndpoint(endpoint);
      // The window asks for its own data every second.
      if (isWindowOnly && status < 400) return;
      const path = toLoggablePath(request.raw.url ?? '');
      const durationMs = Math.round(reply.elapsedTime * 10) / 10;
      // Neither is set for a request with an unreadable path.
      const caller = identity?.caller ?? signedInCaller ?? null;
      const apiKeyName = identity?.auth.kind === 'api_key' ? identity.auth.name : null;
      const who = {
        ...(caller && { account: caller.account, userId: caller.userId }),
        ...(apiKeyName !== null && { apiKey: apiKeyName }),
      };
      const what = status === CLIENT_LEFT ? 'request without an answer' : 'request';
      const isGoodProbe = status < 400 && PROBES.has(request.routeOptions?.url ?? '');
      if (!isGoodProbe) request.log.info({ method, path, status, durationMs, ...who }, what);
      if (isWindowOnly) return;
      const query = toLoggableQuery(request.raw.url ?? '', endpoint?.query);
      const error = status === CLIENT_LEFT ? null : toLoggableError(request.answeredError);
      const answer = { status, durationMs, error, requestId: request.id };
      journal.add({ at: clock.now(), method, path, query, ...answer, caller, apiKeyName, isFromWindow });
    },

    refused({ requestId, status }) {
      log.info({ requestId, status }, 'refused before there was a request');
      const unread = { method: UNREAD, path: UNREAD, query: '', durationMs: 0, caller: null, apiKeyName: null };
      journal.add({ ...unread, at: clock.now(), status, error: null, isFromWindow, requestId });
    },
  };
}

const CAPACITY = 500;

/** Method and path of something refused before it had any: a line that is not HTTP, or a client too slow. */
const UNREAD = '—';

/** A stored request, without headers and body. */
export interface AnsweredRequest {
  /** Milliseconds since the epoch, when it was answered. */
  readonly at: number;
  readonly method: string;
  /** See `toLoggablePath`. */
  readonly path: string;
  /** See `toLoggableQuery`. */
  readonly query: string;
  readonly status: number;
  /** What the client was told; `null` if the answer is no error. */
  readonly error: RequestError | null;
  /** 0 if the connection was refused before there was a request. */
  readonly durationMs: number;
  /** `null` if nobody was signed in. */
  readonly caller: Caller | null;
  /** Name of the API key that was used; null for a token. */
  readonly apiKeyName: string | null;
  /** Whether the window of this program sent it. */
  readonly isFromWindow: boolean;
  readonly requestId: string;
}

export interface JournalEntry extends AnsweredRequest {
  /** 1 for the first request since the start, then counting up. */
  readonly number: number;
}

/** The latest requests that the service answered, refusals included. The oldest are dropped. */
export interface RequestJournal {
  add(request: AnsweredRequest): void;
  /** When a program other than the window last called as a user, in milliseconds since the epoch; `null` if never. */
  readonly otherProgramAt: number | null;
  /**
   * Newest first, with numbers above `after`: the reader's own requests. An owner or accountant of all locations also
   * reads those of the account and those without a user. `newest` is the next `after`.
   */
  read(filter: { readonly reader: Caller; readonly after: number }): {
    readonly entries: readonly JournalEntry[];
    readonly newest: number;
  };
}

export function createRequestJournal(capacity = CAPACITY): RequestJournal {
  const stored: JournalEntry[] = [];
  let newest = 0;
  let otherProgramAt: number | null = null;

  return {
    add(request) {
      newest += 1;
      if (!request.isFromWindow && request.caller !== null) otherProgramAt = request.at;
      stored.unshift({ ...request, number: newest });
      if (stored.length > capacity) stored.pop();
    },

    get otherProgramAt() {
      return otherProgramAt;
    },

    read({ reader, after }) {
      const entries = stored.filter(({ number, caller }) => number > after && maySee(reader, caller));
      return { entries, newest };
    },
  };
}

/**
 * Paths name records. Staff and users of one location may only see those they asked for themselves. A request without a
 * user can be of a colleague whose token has expired.
 */
function maySee(reader: Caller, caller: Caller | null): boolean {
  if (caller !== null && caller.accountId !== reader.accountId) return false;
  return managesAll(reader) || caller?.userId === reader.userId;
}

/** Words, file names and ids, of which the paths of the service consist. */
const PLAIN_PART = /^(?:[a-z][a-z.-]{0,23}|\d{1,15}|\*?)$/;

const MAX_PATH_LENGTH = 200;

/**
 * Without query and authority. The first part that is no plain word or number, and everything after it, becomes `…`.
 */
export function toLoggablePath(target: string): string {
  const [path = ''] = target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').split(/[?#]/, 1);
  const parts = path.split('/');
  const firstOdd = parts.findIndex((part) => !PLAIN_PART.test(part));
  const shown = firstOdd === -1 ? parts : [...parts.slice(0, firstOdd), '…'];
  return shown.join('/').slice(0, MAX_PATH_LENGTH);
}

/** Dates, numbers, ids, choices and flags. A secret has both letters and digits, and a name has capitals. */
const PLAIN_VALUE = /^(?:[\d,]+|[\d.,:+TZ-]{0,40}|[a-z_,-]{0,40})$/;

const PLAIN_NAME = /^[a-z][a-z_]{0,31}$/;

const MAX_QUERY_LENGTH = 300;

/**
 * The query without `?`, for the journal. `…` replaces the value of a parameter that the path does not have, a search
 * text, which may name a customer, and any unusual value.
 */
function toLoggableQuery(target: string, query: TObject | undefined): string {
  const from = target.indexOf('?');
  if (from === -1) return '';
  const parameters = (query?.properties ?? {}) as Readonly<Record<string, unknown>>;
  const pairs = target
    .slice(from + 1)
    .split('&')
    .map((pair) => {
      const [name = '', ...rest] = pair.split('=');
      if (!PLAIN_NAME.test(name)) return pair === '' ? '' : HIDDEN;
      const value = rest.join('=').replaceAll('%2C', ',').replaceAll('%3A', ':');
      const isPlain = Object.hasOwn(parameters, name) && !isFreeText(parameters[name] as ParameterSchema);
      return `${name}=${isPlain && PLAIN_VALUE.test(value) ? value : HIDDEN}`;
    });
  const text = pairs.join('&');
  return text.length > MAX_QUERY_LENGTH ? `${text.slice(0, MAX_QUERY_LENGTH)}${HIDDEN}` : text;
}

const HIDDEN = '…';

/** Text that a refusal quotes from the request. */
const QUOTED = /"([^"]*)"/g;

/** Longer than any name of a parameter or example: a token that was sent as one. */
const LONG_WORD = /[\w~+/=-]{26,}/g;

function toLoggableError(error: RequestError | undefined): RequestError | null {
  if (error === undefined) return null;
  const message = redactText(error.message).replace(QUOTED, (quoted, text) =>
    PLAIN_VALUE.test(text) ? quoted : `"${HIDDEN}"`,
  );
  return { ...error, message: message.replace(LONG_WORD, HIDDEN) };
}

function isFreeText(parameter: ParameterSchema): boolean {
  return parameter['x-text'] === 'text' && parameter.enum === undefined;
}

/**
 * Notifies the observers of every request of `app`. Fastify has no hook for a request whose connection closed before
 * the answer was sent, so connections are tracked.
 */
export function observeRequests(app: FastifyInstance, observers: readonly RequestObserver[]): void {
  type OpenRequests = Map<FastifyRequest, FastifyReply>;
  const openOn = new WeakMap<Socket, OpenRequests>();

  const end = (open: OpenRequests | undefined, request: FastifyRequest, reply: FastifyReply, status: number) => {
    if (!open?.delete(request)) return;
    for (const observer of observers) observer.ended(request, reply, status);
  };

  const follow = (socket: Socket) => {
    const open: OpenRequests = new Map();
    openOn.set(socket, open);
    socket.once('close', () => {
      for (const [request, reply] of open) if (request.raw.complete) end(open, request, reply, CLIENT_LEFT);
    });
    return open;
  };

  // No async functions: their promises would cost more than the work.
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    (openOn.get(socket) ?? follow(socket)).set(request, reply);
    for (const observer of observers) observer.began?.();
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const hasLeft = getCallSignal()?.aborted === true;
    end(openOn.get(request.raw.socket), request, reply, hasLeft ? CLIENT_LEFT : reply.statusCode);
    done();
  });
}
