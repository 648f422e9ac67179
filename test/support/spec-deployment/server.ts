import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { USER } from './data.ts';
import { bearerOf, type JsonServer, Refusal, startJsonServer } from './json-server.ts';
import { describeDeployment, readPath } from './lists.ts';
import { NO_SWITCHES, type Switches } from './switches.ts';

const TOKEN_LIFETIME_S = 1_800;

export interface SpecDeployment extends JsonServer {
  /** Changes some switches and leaves the others. */
  set(changes: Partial<Switches>): void;
}

/** A deployment written from the specification only, with nothing else except the deviations in `changes`. */
export async function startSpecDeployment(changes: Partial<Switches> = {}): Promise<SpecDeployment> {
  let switches: Switches = { ...NO_SWITCHES, ...changes };
  const tokens = new Set<string>();

  async function answer(request: IncomingMessage): Promise<unknown> {
    const url = new URL(request.url ?? '', 'http://deployment');
    const path = url.pathname;
    if (switches.fails.includes(path)) throw new Refusal(502, 'The till software does not answer.');
    if (request.method === 'POST' && ['/api/auth/login', '/api/auth/refresh'].includes(path)) return signIn(request);
    if (path === '/openapi.json') {
      if (switches.declares.length === 0) throw new Refusal(404, `${path} does not exist.`);
      return describeDeployment(switches);
    }
    const token = bearerOf(request);
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

  return {
    ...(await startJsonServer(answer)),
    set(more) {
      switches = { ...switches, ...more };
    },
  };
}
