import type { ApiAnswer, OutgoingCall, Transport } from '../../../electron/api-client/api-client.ts';
import { type Me, PLATFORM_HEADER } from '../../../shared/contract/auth.ts';
import type { StandingClock } from './standing-clock.ts';

export interface SeenCall {
  readonly atMs: number;
  readonly call: string;
  readonly token: string | null;
  readonly body: string;
  /** The platform named in the call. */
  readonly mark: string | null;
}

type Reply = (seen: SeenCall) => ApiAnswer | Promise<ApiAnswer>;

export interface ServiceDouble {
  readonly transport: Transport;
  readonly calls: SeenCall[];
  /** Returns the calls whose method and path start with this text. */
  callsOf(prefix: string): SeenCall[];
  /** Sets the responses of a route, returned in turn; the last one is repeated. */
  reply(call: string, ...replies: Reply[]): void;
  forgetTokens(): void;
  readonly revoked: string[];
}

export const PASSWORD = 'canary-Pa55 "word"';
export const CREDENTIALS = { account: 'alpha', email: 'olga@alpha.example', password: PASSWORD, platform: null };
export const ME: Me = {
  account: 'alpha',
  user: { id: 31, name: 'Olga', email: 'olga@alpha.example' },
  roles: ['owner'],
  locked_location: null,
  is_demo: false,
  auth: { kind: 'token', expires_at: 1_800_000_000 },
};

/** A service that accepts the tokens it issued (`token-1`, `token-2`, ...) and sends the configured responses. */
export function serviceDouble(clock: StandingClock): ServiceDouble {
  const calls: SeenCall[] = [];
  const replies = new Map<string, Reply[]>();
  const revoked: string[] = [];
  let issued = 0;
  let known = new Set<string>();

  const issue: Reply = () => {
    issued += 1;
    known.add(`token-${issued}`);
    const expires_at = Math.floor(clock.now() / 1000) + 1800;
    return json(200, { token: `token-${issued}`, expires_at, expires_in: 1800 });
  };
  const guarded: Reply = ({ token, call }) => {
    if (token === null || !known.has(token)) return errorAnswer(401, 'The token is not valid.');
    return json(200, call === 'GET /api/me' ? ME : { call });
  };

  return {
    calls,
    revoked,
    callsOf: (prefix) => calls.filter(({ call }) => call.startsWith(prefix)),
    reply: (call, ...next) => void replies.set(call, next),
    forgetTokens() {
      known = new Set();
    },
    async transport(request) {
      const seen = see(request, clock.now());
      calls.push(seen);
      const queue = replies.get(seen.call);
      const reply = queue && (queue.length > 1 ? queue.shift() : queue[0]);
      if (reply) return Promise.race([reply(seen), abortOf(request.signal)]);
      return seen.call.startsWith('POST /api/auth/') ? issue(seen) : guarded(seen);
    },
  };
}

function abortOf(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
}

function see({ method, url, headers, body = '' }: OutgoingCall, atMs: number): SeenCall {
  const { pathname, search } = new URL(url);
  const token = headers.authorization?.replace('Bearer ', '') ?? null;
  const mark = headers[PLATFORM_HEADER] ?? null;
  return { atMs, call: `${method} ${pathname}${search}`, token, body: Buffer.from(body).toString(), mark };
}

export function json(status: number, body: unknown, headers: Record<string, string> = {}): ApiAnswer {
  return {
    status,
    headers: new Headers({ 'content-type': 'application/json', 'x-request-id': 'r-1', ...headers }),
    body: new TextEncoder().encode(JSON.stringify(body)),
  };
}

export function errorAnswer(status: number, message: string, headers?: Record<string, string>): ApiAnswer {
  return json(status, { error: `Status ${status}`, message, status, request_id: 'r-1' }, headers);
}
