import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { USER } from './data.ts';
import { describeDeployment, Refusal, readPath } from './lists.ts';
import { NO_SWITCHES, type Switches } from './switches.ts';

const TOKEN_LIFETIME_S = 1_800;

export interface SpecDeployment {
  readonly address: string;
  /** The requests that came, with their query: `GET /api/products?start=0`. */
  readonly requests: readonly string[];
  /** Changes some switches; the others stay. */
  set(changes: Partial<Switches>): void;
  stop(): Promise<void>;
}

/** A deployment written from the specification alone: what that shows and nothing more, and how `changes` departs from it. */
export async function startSpecDeployment(changes: Partial<Switches> = {}): Promise<SpecDeployment> {
  let switches: Switches = { ...NO_SWITCHES, ...changes };
  const tokens = new Set<string>();
  const requests: string[] = [];

  async function answer(request: IncomingMessage): Promise<unknown> {
    const url = new URL(request.url ?? '', 'http://deployment');
    const path = url.pathname;
    if (switches.fails.includes(path)) throw new Refusal(502, 'The till software does not answer.');
    if (request.method === 'POST' && ['/api/auth/login', '/api/auth/refresh'].includes(path)) return signIn(request);
    if (path === '/openapi.json') {
      if (switches.declares.length === 0) throw new Refusal(404, `${path} does not exist.`);
      return describeDeployment(switches);
    }
    const [, token = ''] = /^Bearer (.+)$/.exec(request.headers.authorization ?? '') ?? [];
    if (!tokens.has(token) && token !== switches.key) throw new Refusal(401, 'The token is missing or has expired.');
    if (request.method !== 'GET') throw new Refusal(404, `${path} does not exist.`);
    if (path === '/api/me') return { account: USER.account, roles: switches.roles, locked_location: null };
    return readPath(path, url.searchParams, switches);
  }

  async function signIn(request: IncomingMessage) {
    const body = (await json(request)) as Record<string, unknown>;
    for (const name of Object.keys(USER)) {
      if (typeof body[name] !== 'string') throw new Refusal(400, `${name} is required.`);
    }
    const isKnown = Object.entries(USER).every(([name, value]) => body[name] === value);
    if (!isKnown) throw new Refusal(401, 'Authentication failed.');
    const token = randomBytes(16).toString('base64');
    tokens.add(token);
    const expires_at = Math.floor(Date.now() / 1_000) + TOKEN_LIFETIME_S;
    return { token, expires_at, expires_in: TOKEN_LIFETIME_S };
  }

  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    answer(request).then(
      (body) => send(response, 200, body),
      (error: unknown) => send(response, ...errorAnswer(error)),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const listening = server.address();
  if (listening === null || typeof listening === 'string') throw new Error('the server listens on no port');
  return {
    address: `http://127.0.0.1:${listening.port}`,
    requests,
    set(more) {
      switches = { ...switches, ...more };
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const LABELS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'unauthorized',
  404: 'Not Found',
  502: 'bad_gateway',
};

function errorAnswer(error: unknown): [number, object] {
  const { status, message } = error instanceof Refusal ? error : new Refusal(500, 'Something went wrong.');
  const hint = status === 401 ? { hint: 'Log in again.' } : {};
  return [status, { error: LABELS[status] ?? 'Internal Server Error', message, status, ...hint }];
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
