import createFetchClient, { type Client } from 'openapi-fetch';
import type { components, paths } from './api.d.ts';

export type Credentials = components['schemas']['Credentials'];

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  sleep(ms: number): Promise<void>;
}

export interface TilldeskOptions {
  /** Without `/api`, such as `http://127.0.0.1:4870`. */
  readonly baseUrl: string;
  /** An API key, or the credentials of a user. A function is asked for them before each time that they are sent. */
  readonly auth: { readonly apiKey: string } | Credentials | (() => Promise<Credentials>);
  readonly fetch?: typeof fetch;
  readonly clock?: Clock;
  /** Is told of every wait before a call is repeated, in one sentence. */
  readonly onRetry?: (sentence: string) => void;
}

type GetPath = { [P in keyof paths]: paths[P]['get'] extends object ? P : never }[keyof paths];
type Get<P extends GetPath> = NonNullable<paths[P]['get']>;
type Query<P extends GetPath> = Get<P> extends { parameters: { query?: infer Given } } ? NonNullable<Given> : object;
/** The body of the 200 of a GET. */
export type Answer<P extends GetPath> =
  Get<P> extends { responses: { 200: { content: { 'application/json': infer Body } } } } ? Body : never;

/** Lists that are read page by page. */
export type ListPath = {
  [P in GetPath]: Answer<P> extends { start: number; total: number; data: readonly unknown[] } ? P : never;
}[GetPath];

export type Row<P extends ListPath> = Answer<P> extends { data: readonly (infer Each)[] } ? Each : never;

export interface Tilldesk {
  /** Every operation, in the form of openapi-fetch. Repeats what may pass; throws `ApiFailure` for all but a success. */
  readonly api: Client<paths>;
  /** The rows of a list, page by page. Throws `IncompleteList` when the list changes meanwhile or ends too early. */
  rows<P extends ListPath>(path: P, query: Omit<Query<P>, 'start'>): AsyncGenerator<Row<P>, void>;
  /** All rows of a list, each once. What changes meanwhile is read once more before `IncompleteList` is thrown. */
  readAll<P extends ListPath>(path: P, query: Omit<Query<P>, 'start'>): Promise<Row<P>[]>;
}

/** A call that has failed for good. The message has the whole body, which names the parameter or the reason. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  /** Null when no answer came. */
  readonly status: number | null;

  constructor(call: string, { status, text }: Whole) {
    super(`${call}: ${status ?? 'no answer'}, ${text || 'without a body'}`);
    this.status = status;
  }
}

/** Rows of a list are known to be missing. */
export class IncompleteList extends Error {
  override readonly name = 'IncompleteList';
}

/** An answer with all of its body. */
interface Whole {
  /** Null where the connection failed before the answer was complete: then `text` says why. */
  readonly status: number | null;
  readonly headers: Headers;
  readonly text: string;
}
type Page = { count: number; total: number; data: readonly { id?: number }[] };

const LOGIN = 'POST /api/auth/login';
const REFRESH = 'POST /api/auth/refresh';
const REFRESH_AFTER_MS = 25 * 60 * 1_000; // A token lives for 30 minutes.
const ANSWER_TIMEOUT_MS = 30_000;
/** Between the attempts of a call: four attempts, and then it has failed. */
const RETRY_WAITS_MS: readonly number[] = [2_000, 8_000, 30_000];
const LONGEST_RETRY_AFTER_MS = 60_000;
/** No answer, rate limited, a fault in the service or in the platform behind it: all of these may pass. */
const PASSING_FAILURES: ReadonlySet<number | null> = new Set([null, 429, 500, 502]);

const systemClock: Clock = { now: Date.now, sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)) };

/** A client of the API at `baseUrl` that keeps itself signed in. Nothing is sent before the first call. */
export function createTilldesk(options: TilldeskOptions): Tilldesk {
  const { baseUrl, auth, onRetry, fetch: fetchOnce = fetch, clock = systemClock } = options;
  const address = baseUrl.replace(/\/+$/, '');
  let token: Promise<{ readonly text: string; readonly issuedAtMs: number }> | null = null;

  /** What may pass is tried again after 2, 8 and 30 seconds, or after what a 429 asks for. Answers the last answer. */
  async function send(request: Request): Promise<Whole> {
    const call = callOf(request);
    const isRepeatable = request.method === 'GET' || call === LOGIN || call === REFRESH;
    for (let attempt = 0; ; attempt += 1) {
      const answer = await sendOnce(fetchOnce, request.clone());
      const waitMs = isRepeatable ? waitAfter(answer, RETRY_WAITS_MS[attempt], clock.now()) : null;
      if (waitMs === null) return answer;
      onRetry?.(`${call} again in ${waitMs / 1_000} s (${answer.status ?? 'no answer'}: ${answer.text})`);
      await clock.sleep(waitMs);
    }
  }

  async function requestToken(call: string) {
    const credentials = typeof auth === 'function' ? await auth() : auth;
    const issuedAtMs = clock.now();
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(credentials) };
    const { text } = expectOk(call, await send(new Request(address + call.slice('POST '.length), init)));
    return { text: JSON.parse(text).token as string, issuedAtMs };
  }

  /** One for all calls that need it at the same time, unless one of them has replaced `old` already. */
  function renew(call: string, old: typeof token) {
    if (token !== null && token !== old) return token;
    const renewed = requestToken(call);
    token = renewed;
    renewed.catch(() => {
      if (token === renewed) token = null;
    });
    return renewed;
  }

  /** A token that is refused is replaced by one login, and the call repeated once. A key that is refused has ended. */
  async function sendSigned(request: Request): Promise<Whole> {
    const sendAs = (bearer: string) => {
      request.headers.set('authorization', `Bearer ${bearer}`);
      return send(request);
    };
    if (typeof auth === 'object' && 'apiKey' in auth) return sendAs(auth.apiKey);
    let used = token ?? renew(LOGIN, null);
    if (clock.now() - (await used).issuedAtMs >= REFRESH_AFTER_MS) used = renew(REFRESH, used);
    const answer = await sendAs((await used).text);
    return answer.status === 401 ? sendAs((await renew(LOGIN, used)).text) : answer;
  }

  const api = createFetchClient<paths>({
    baseUrl: address,
    querySerializer: { array: { style: 'form', explode: false } },
    async fetch(request) {
      const { status, headers, text } = expectOk(callOf(request), await sendSigned(request));
      return new Response(text === '' ? null : text, { status: status ?? 0, headers });
    },
  });

  async function* rows<P extends ListPath>(path: P, query: Omit<Query<P>, 'start'>): AsyncGenerator<Row<P>, void> {
    // openapi-fetch types a path that is known when it is written; this one is a parameter.
    const read = api.GET as (path: string, init: object) => Promise<{ data?: Partial<Page> }>;
    const ids = new Set<unknown>();
    let total: number | undefined;
    for (let start = 0; start < (total ?? 1); start = ids.size) {
      const { data: page } = await read(path, { params: { query: { ...query, start } } });
      total ??= page?.total;
      const { count, data = [] } = page ?? {};
      for (const row of data) ids.add(row.id ?? row);
      const isWhole = count === data.length && Number.isInteger(total) && (count > 0 || start === total);
      if (!isWhole || page?.total !== total || ids.size !== start + count) {
        throw new IncompleteList(`${path} changed or ended early while it was read, at row ${start} of ${total}.`);
      }
      yield* data as Row<P>[];
    }
  }

  const readAll: Tilldesk['readAll'] = async (path, query) => {
    const read = async (all: Row<typeof path>[] = []) => {
      for await (const row of rows(path, query)) all.push(row);
      return all;
    };
    return read().catch((error: unknown) => (error instanceof IncompleteList ? read() : Promise.reject(error)));
  };

  return { api, rows, readAll };
}

const callOf = ({ method, url }: Request) => `${method} ${new URL(url).pathname}`;

async function sendOnce(fetchOnce: typeof fetch, request: Request): Promise<Whole> {
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(ANSWER_TIMEOUT_MS)]);
  try {
    // Nobody but the service that was named gets the password: a redirect is an answer like any other.
    const response = await fetchOnce(new Request(request, { redirect: 'manual', signal }));
    return { status: response.status, headers: response.headers, text: await response.text() };
  } catch (error) {
    if (request.signal.aborted) throw error;
    // fetch names the reason, such as a refused connection, as the cause.
    const text = String(error instanceof Error && error.cause ? error.cause : error);
    return { status: null, headers: new Headers(), text };
  }
}

function expectOk(call: string, answer: Whole): Whole {
  if (answer.status !== null && answer.status >= 200 && answer.status < 300) return answer;
  throw new ApiFailure(call, answer);
}

function waitAfter({ status, headers }: Whole, plannedMs: number | undefined, nowMs: number): number | null {
  if (plannedMs === undefined || !PASSING_FAILURES.has(status)) return null;
  const asked = (status === 429 && headers.get('retry-after')) || '';
  const askedMs = /^\d+$/.test(asked) ? Number(asked) * 1_000 : Math.max(0, Date.parse(asked) - nowMs);
  if (Number.isNaN(askedMs)) return plannedMs;
  return askedMs <= LONGEST_RETRY_AFTER_MS ? askedMs : null;
}
