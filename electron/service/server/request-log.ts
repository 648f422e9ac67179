import type { Socket } from 'node:net';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { TObject } from 'typebox';
import { isApiEndpoint } from '../../../shared/contract/endpoint.ts';
import type { ParameterSchema } from '../../../shared/contract/query.ts';
import type { RequestError } from '../../../shared/contract/window.ts';
import { getCallSignal } from '../../base/call-signal.ts';
import type { Caller } from '../../base/caller.ts';
import type { Clock } from '../../base/clock.ts';
import { redactText } from '../../base/log.ts';

/** How web servers write that the client left before the answer; it goes over no wire. */
const CLIENT_LEFT = 499;

/** Monitors ask for these every few seconds. */
const PROBES: ReadonlySet<string> = new Set(['/health', '/ready', '/metrics']);

/** Told of each request once its headers are there, and once more when it has ended. */
export interface RequestObserver {
  began?(): void;
  /** The status is `CLIENT_LEFT` if the client left before the answer was out. */
  ended(request: FastifyRequest, reply: FastifyReply, status: number): void;
}

/**
 * Writes every answer to log and journal. No headers, bodies or tokens: they hold names. The log has no query either; the
 * journal, which is in memory alone, has one without texts.
 */
export interface RequestLog extends RequestObserver {
  /** What failed before it was a request; on the bare socket it was told so where that was possible. */
  refused(refusal: { readonly requestId: string; readonly status: number }): void;
}

interface RequestLogOptions {
  readonly journal: RequestJournal;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Pick<FastifyBaseLogger, 'info'>;
  /** Default: false. */
  readonly isOfWindow?: boolean;
}

export function createRequestLog({ journal, clock, log, isOfWindow = false }: RequestLogOptions): RequestLog {
  return {
    ended(request, reply, status) {
      const { method, identity, recognised } = request;
      const endpoint = request.routeOptions?.config.endpoint;
      const isOnlyOfWindow = endpoint !== undefined && !isApiEndpoint(endpoint);
      // The window asks for its own data every second.
      if (isOnlyOfWindow && status < 400) return;
      const path = loggablePath(request.raw.url ?? '');
      const durationMs = Math.round(reply.elapsedTime * 10) / 10;
      // Neither is there on a request whose path cannot be read.
      const caller = identity?.caller ?? recognised ?? null;
      const apiKeyName = identity?.auth.kind === 'api_key' ? identity.auth.name : null;
      const who = {
        ...(caller && { account: caller.account, userId: caller.userId }),
        ...(apiKeyName !== null && { apiKey: apiKeyName }),
      };
      const what = status === CLIENT_LEFT ? 'request without an answer' : 'request';
      const isGoodProbe = status < 400 && PROBES.has(request.routeOptions?.url ?? '');
      if (!isGoodProbe) request.log.info({ method, path, status, durationMs, ...who }, what);
      if (isOnlyOfWindow) return;
      const query = loggableQuery(request.raw.url ?? '', endpoint?.query);
      const error = status === CLIENT_LEFT ? null : loggableError(request.answeredError);
      const answer = { status, durationMs, error, requestId: request.id };
      journal.add({ at: clock.now(), method, path, query, ...answer, caller, apiKeyName, isOfWindow });
    },

    refused({ requestId, status }) {
      log.info({ requestId, status }, 'refused before it was a request');
      const unread = { method: UNREAD, path: UNREAD, query: '', durationMs: 0, caller: null, apiKeyName: null };
      journal.add({ ...unread, at: clock.now(), status, error: null, isOfWindow, requestId });
    },
  };
}

const CAPACITY = 500;

/** Method and path of what was refused before it had any: a line that is not HTTP, a client too slow. */
const UNREAD = '—';

/** A request as it is kept: no header or body. */
export interface AnsweredRequest {
  /** Milliseconds since the epoch, when it was answered. */
  readonly at: number;
  readonly method: string;
  /** See `loggablePath`. */
  readonly path: string;
  /** See `loggableQuery`. */
  readonly query: string;
  readonly status: number;
  /** What the client was told; null where the answer is no error. */
  readonly error: RequestError | null;
  /** 0 where the connection was refused before there was a request. */
  readonly durationMs: number;
  /** Null where nobody was signed in. */
  readonly caller: Caller | null;
  /** Name of the API key that was used; null for a token. */
  readonly apiKeyName: string | null;
  /** Sent by the window of this program. */
  readonly isOfWindow: boolean;
  readonly requestId: string;
}

export interface JournalEntry extends AnsweredRequest {
  /** 1 for the first request since the start, and one more for each. */
  readonly number: number;
}

/** The latest requests that the service answered, refusals included; the oldest fall. */
export interface RequestJournal {
  add(request: AnsweredRequest): void;
  /** When a program other than the own window last called as a user, in milliseconds since the epoch; null: never. */
  readonly otherProgramAt: number | null;
  /**
   * Newest first, numbered above `after`: those without a user, the reader's own, and all of the account where the
   * reader is an owner or accountant of all locations. `newest` is the next `after`.
   */
  read(asked: { readonly reader: Caller; readonly after: number }): {
    readonly entries: readonly JournalEntry[];
    readonly newest: number;
  };
}

export function createRequestJournal(capacity = CAPACITY): RequestJournal {
  const kept: JournalEntry[] = [];
  let newest = 0;
  let otherProgramAt: number | null = null;

  return {
    add(request) {
      newest += 1;
      if (!request.isOfWindow && request.caller !== null) otherProgramAt = request.at;
      kept.unshift({ ...request, number: newest });
      if (kept.length > capacity) kept.pop();
    },

    get otherProgramAt() {
      return otherProgramAt;
    },

    read({ reader, after }) {
      const entries = kept.filter(({ number, caller }) => number > after && maySee(reader, caller));
      return { entries, newest };
    },
  };
}

/** A path names records, of which staff and the users of one location know only their own. */
function maySee(reader: Caller, caller: Caller | null): boolean {
  if (caller === null) return true;
  if (caller.accountId !== reader.accountId) return false;
  const seesAll = reader.lockedLocation === null && reader.roles.some((role) => role !== 'staff');
  return seesAll || caller.userId === reader.userId;
}

/** What the paths of the service are made of: words, file names and ids. */
const PLAIN_PART = /^(?:[a-z][a-z.-]{0,23}|\d{1,15}|\*?)$/;

const LONGEST_PATH = 200;

/** Without query and authority; a part that is no plain word or number, and all that follows, becomes `…`. */
export function loggablePath(target: string): string {
  const [path = ''] = target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').split(/[?#]/, 1);
  const parts = path.split('/');
  const firstOdd = parts.findIndex((part) => !PLAIN_PART.test(part));
  const shown = firstOdd === -1 ? parts : [...parts.slice(0, firstOdd), '…'];
  return shown.join('/').slice(0, LONGEST_PATH);
}

/** Dates, numbers, ids, choices and flags: a secret has letters and digits, and a name has capitals. */
const PLAIN_VALUE = /^(?:[\d,]+|[\d.,:+TZ-]{0,40}|[a-z_,-]{0,40})$/;

const PLAIN_NAME = /^[a-z][a-z_]{0,31}$/;

const LONGEST_QUERY = 300;

/**
 * The query without `?`, as it was sent, for the journal: `…` stands for the value of a parameter that the path does not
 * have, for a text that was searched for, which may name a customer, and for a value that is none of the usual ones.
 */
function loggableQuery(target: string, query: TObject | undefined): string {
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
  return text.length > LONGEST_QUERY ? `${text.slice(0, LONGEST_QUERY)}${HIDDEN}` : text;
}

const HIDDEN = '…';

/** What a refusal quotes of the request. */
const QUOTED = /"([^"]*)"/g;

/** Longer than any name of a parameter or example: a token that was sent as one. */
const LONG_WORD = /[\w~+/=-]{26,}/g;

function loggableError(error: RequestError | undefined): RequestError | null {
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
 * Tells the observers of every request of `app`. Fastify has no hook for a whole request whose connection closed before the
 * answer was out, so the connections are followed.
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

  // No async functions: their promises would cost every request more than the work.
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
