import type { Transport } from '../../../electron/api-client/api-client.ts';
import { type Me, PLATFORM_HEADER } from '../../../shared/contract/auth.ts';
import type { StandingClock } from './standing-clock.ts';

export interface SeenCall {
  readonly atMs: number;
  readonly call: string;
  readonly token: string | null;
  readonly body: string;
  /** The platform that the call names. */
  readonly mark: string | null;
}

type Reply = (seen: SeenCall) => Response | Promise<Response>;

export interface ServiceDouble {
  readonly transport: Transport;
  readonly calls: SeenCall[];
  /** The calls whose method and path begin like this. */
  callsOf(prefix: string): SeenCall[];
  /** Answers of a route, one after the other; the last one stays. */
  reply(call: string, ...replies: Reply[]): void;
  /** From now on no token is known. */
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
  auth: { kind: 'token', expires_at: 1_800_000_000 },
};

/** A service that knows the tokens it issued (`token-1`, `token-2`, ...) and answers as it is told. */
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
      const seen = await see(request, clock.now());
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

async function see(request: Request, atMs: number): Promise<SeenCall> {
  const { pathname, search } = new URL(request.url);
  const token = request.headers.get('authorization')?.replace('Bearer ', '') ?? null;
  const mark = request.headers.get(PLATFORM_HEADER);
  return { atMs, call: `${request.method} ${pathname}${search}`, token, body: await request.text(), mark };
}

export function json(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', 'x-request-id': 'r-1', ...headers },
  });
}

export function errorAnswer(status: number, message: string, headers?: Record<string, string>): Response {
  return json(status, { error: `Status ${status}`, message, status, request_id: 'r-1' }, headers);
}
