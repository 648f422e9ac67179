import { createHmac, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type Answer, type Call, type Connection, callPatiently } from './call-patiently.ts';

export interface Credentials {
  readonly account: string;
  readonly email: string;
  readonly password: string;
}

export type Query = Readonly<Record<string, string | number>>;

/** Reads as one user. Made for one call at a time, as a drain makes them. */
export interface ApiSession {
  /** The body of a 200; throws `ApiFailure` for every other answer. `Body` is not checked. */
  get<Body>(path: string, query?: Query): Promise<Body>;
}

interface HeldToken {
  readonly text: string;
  readonly issuedAtMs: number;
}

/** A token lives for 30 minutes. */
const REFRESH_AFTER_MS = 25 * 60 * 1_000;

/**
 * Signs in, and stays signed in however long the run takes: the token is renewed before the first call that is
 * made 25 minutes after its issue. A 401 all the same (a token revoked, a computer that slept) is answered with
 * one login and one repetition.
 */
export async function openSession(connection: Connection, credentials: Credentials): Promise<ApiSession> {
  const { clock, discoveryFile } = connection;

  async function requestToken(by: 'login' | 'refresh'): Promise<HeldToken> {
    // Each time: another program may have taken the port since.
    if (discoveryFile !== undefined) await expectService(connection, discoveryFile);
    const issuedAtMs = clock.now();
    const call: Call = {
      method: 'POST',
      path: `/api/auth/${by}`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(credentials),
    };
    const { token } = bodyOf<{ token: string }>(call, await callPatiently(connection, call));
    return { text: token, issuedAtMs };
  }

  let held = await requestToken('login');

  return {
    async get<Body>(path: string, query: Query = {}) {
      if (clock.now() - held.issuedAtMs >= REFRESH_AFTER_MS) held = await requestToken('refresh');
      let call = readCall(path, query, held);
      let answer = await callPatiently(connection, call);
      if (answer.status === 401) {
        held = await requestToken('login');
        call = readCall(path, query, held);
        answer = await callPatiently(connection, call);
      }
      return bodyOf<Body>(call, answer);
    },
  };
}

function readCall(path: string, query: Query, { text }: HeldToken): Call {
  const parameters = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return {
    method: 'GET',
    path: parameters.size > 0 ? `${path}?${parameters}` : path,
    headers: { authorization: `Bearer ${text}` },
  };
}

function bodyOf<Body>(call: Call, answer: Answer): Body {
  if (answer.status !== 200) throw new ApiFailure(call, answer);
  try {
    return JSON.parse(answer.text);
  } catch {
    // A web page, say, of something else that listens at this address.
    throw new ApiFailure(call, { ...answer, text: `which is not JSON: ${answer.text.slice(0, 200)}` });
  }
}

interface DiscoveryFile {
  readonly apiPort: number;
  /** Hex. */
  readonly nonce: string;
}

/**
 * Throws unless the program at the address is the one that wrote the discovery file, `instance.json` of its data folder:
 * any other that has taken its port cannot answer the challenge. The file is read each time, because every start writes
 * another one. The port is compared too, or a program that has taken one port could pass the challenge on to the service at another.
 */
async function expectService(connection: Connection, discoveryFile: string): Promise<void> {
  const { apiPort, nonce }: DiscoveryFile = JSON.parse(await readFile(discoveryFile, 'utf8'));
  if (new URL(connection.address).origin !== `http://127.0.0.1:${apiPort}`) {
    throw new Error(`The service of ${discoveryFile} is not at ${connection.address}: it gets no password.`);
  }
  const challenge = randomBytes(32);
  const call: Call = { method: 'GET', path: `/health?challenge=${challenge.toString('hex')}`, headers: {} };
  const answer = await callPatiently(connection, call);
  if (answer.status !== 200) throw new ApiFailure(call, answer);
  if (hmacIn(answer.text) !== createHmac('sha256', Buffer.from(nonce, 'hex')).update(challenge).digest('hex')) {
    throw new Error(`What answers at ${connection.address} is not the service: it gets no password.`);
  }
}

function hmacIn(text: string): unknown {
  try {
    return JSON.parse(text)?.hmac;
  } catch {
    return null;
  }
}

/** A call that has failed for good. The message holds the whole body, which names the parameter or the reason. */
class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  /** Null when no answer came. */
  readonly status: number | null;

  constructor({ method, path }: Call, { status, text }: Answer) {
    super(`${method} ${path}: ${status ?? 'no answer'}, ${text || 'without a body'}`);
    this.status = status;
  }
}
