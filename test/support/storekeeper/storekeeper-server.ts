import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { Clock } from '../../../electron/base/clock.ts';
import type { Certificate } from '../certificates.ts';
import { listenLocally } from '../local-port.ts';
import { createAccountFunctions } from './account-functions.ts';
import { CallRefusal, undocumented } from './call-parameters.ts';
import { createCallRecorder } from './call-record.ts';
import { toMembers } from './odd-records.ts';
import { createSessions, DEFAULT_USERS, type ServerUser } from './sessions.ts';
import { type AccountSize, createSimulatedAccount } from './simulated-account.ts';
import { createSwitchBoard, type Fault } from './switches.ts';
import { withoutNulls } from './wire-values.ts';

export interface StoreKeeperOptions extends Partial<AccountSize> {
  /** The name of the account. */
  readonly account?: string;
  /** The users who can sign in. Default: two users. */
  readonly users?: readonly ServerUser[];
  /** Default: a free port. */
  readonly port?: number;
  /** Serves HTTPS if there is one. */
  readonly certificate?: Certificate;
  /** The account has the state at the start. Slow responses wait for this clock. */
  readonly clock: Clock;
}

export interface StoreKeeperCredentials {
  readonly account: string;
  readonly email: string;
  readonly password: string;
  /** The login name for an auth object with a password instead of a session. */
  readonly user: string;
}

export type StoreKeeperServer = Awaited<ReturnType<typeof startStoreKeeperServer>>;

const DEFAULT_SIZE: AccountSize = { products: 200, orders: 400, months: 14, seed: 7 };

/**
 * Starts a simulated StoreKeeper account: the publicly known protocol with invented data. It answers documented calls
 * and refuses all others, so that a wrong assumption of a caller is an error and no silent success. It never writes.
 */
export async function startStoreKeeperServer(options: StoreKeeperOptions) {
  const { account: name = 'voorbeeld', users = DEFAULT_USERS, port = 0, certificate, clock, ...given } = options;
  const size = { ...DEFAULT_SIZE, ...given };
  const account = createSimulatedAccount(size, clock);
  const sessions = createSessions(name, users, size.seed);
  const board = createSwitchBoard(size.seed);
  const functions = createAccountFunctions({ account, sessions, behaviour: board.behaviour, clock });
  const calls = createCallRecorder();
  let failures = 0;
  let cuts = 0;

  /** Creates the envelope of a failure, including details that only their developers should see. */
  function failure(className: string, error: string): object {
    failures += 1;
    const ref = `r${String(failures).padStart(6, '0')}`;
    const text = `for developers only: ${className}`;
    // Text, or an object of the same form as the envelope.
    const develError = failures % 2 === 0 ? { success: false, class: className, error: text, errno: 0, ref } : text;
    const inner = { trace: '#0 /srv/model/Order.php(81)', devel_error: develError };
    return { success: false, class: className, error, errno: 0, ref, ...inner };
  }

  async function createEnvelope(functionName: string, request: IncomingMessage, body: unknown): Promise<object> {
    try {
      if (request.headers.authorization !== undefined || request.headers.cookie !== undefined) {
        throw undocumented('a header signs in');
      }
      const { auth, params, ...further } = bodyMembers(body);
      if (!Array.isArray(params) || Object.keys(further).length > 0)
        throw undocumented('the body is not auth and params');
      const found = board.isOffered(functionName) ? functions.get(functionName) : undefined;
      if (!found) {
        const isUndocumented = !functions.has(functionName);
        throw new CallRefusal(board.behaviour.classOfUnknownFunction, `${functionName} does not exist.`, {
          isUndocumented,
        });
      }
      const caller = sessions.identify(auth);
      if (caller.kind === 'anonymous' && !found.isForAnonymous) throw new CallRefusal('Auth', 'Nobody is signed in.');
      const response = board.alteredResponse(functionName, withoutNulls(found.answer({ caller, params })));
      return response === null ? { success: true } : { success: true, response };
    } catch (error) {
      if (!(error instanceof CallRefusal)) throw error;
      if (error.isUndocumented) calls.noteUndocumented(functionName, error.message);
      return failure(error.className, error.message);
    }
  }

  async function held(delayMs: number): Promise<void> {
    const end = calls.hold();
    await new Promise<void>((resolve) => clock.after(delayMs, resolve));
    end();
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const functionName = readFunctionName(request);
    const end = calls.begin(functionName ?? 'invalid', request.headers['user-agent'] ?? null);
    response.once('close', end);
    const body = await readBody(request);
    if (functionName === null) {
      calls.noteUndocumented('invalid', `${request.method} ${request.url}`);
      send(response, 404, 'text/html', PAGE);
      return;
    }
    const faults = board.drawFaults(functionName, readParams(body));
    for (const fault of faults) if (fault.kind === 'slow') await held(fault.delayMs);
    const fault = faults.find(({ kind }) => kind !== 'slow');
    if (fault && fault.kind !== 'cut') {
      sendFault(response, fault);
      return;
    }
    const envelope = await createEnvelope(functionName, request, body);
    const text = JSON.stringify(envelope);
    if (fault) {
      sendCut(response, text);
      return;
    }
    if ('response' in envelope) calls.noteAnswer(functionName);
    send(response, 200, 'application/json', text);
  }

  function sendFault(response: ServerResponse, fault: Exclude<Fault, { kind: 'cut' }>): void {
    switch (fault.kind) {
      case 'refusal': {
        const { className, error = 'This is refused.' } = fault;
        send(response, 200, 'application/json', JSON.stringify(failure(className, error)));
        return;
      }
      case 'html':
        send(response, fault.status ?? 200, 'text/html', PAGE);
        return;
      case 'status':
        send(response, fault.status, 'text/plain', '');
        return;
      case 'drop':
        response.destroy();
        return;
      case 'slow':
        throw new RangeError('a slow answer is an answer');
    }
  }

  /** Sends alternately half of the announced length, and a complete response with half of the text. */
  function sendCut(response: ServerResponse, text: string): void {
    cuts += 1;
    const bytes = Buffer.from(text);
    const half = bytes.subarray(0, Math.floor(bytes.length / 2));
    if (cuts % 2 === 0) {
      send(response, 200, 'application/json', half);
      return;
    }
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length });
    response.write(half, () => response.destroy());
  }

  const take: RequestListener = (request, response) => {
    answer(request, response).catch((error: unknown) => {
      // A defect of this server, which its test must be able to see.
      if (response.headersSent || response.destroyed) response.destroy();
      else send(response, 500, 'text/plain', String(error instanceof Error ? error.stack : error));
    });
  };
  const server = certificate ? createHttpsServer({ ...certificate }, take) : createServer(take);
  const listening = await listenLocally(server, port);

  const [first, ...others] = users.map(
    ({ user, email, password }): StoreKeeperCredentials => ({ account: name, email, password, user }),
  );
  if (!first) throw new RangeError('there is no user');
  const everybody: [StoreKeeperCredentials, ...StoreKeeperCredentials[]] = [first, ...others];
  return {
    /** The origin, such as `http://127.0.0.1:41234`. */
    address: `${certificate ? 'https' : 'http'}://127.0.0.1:${listening}`,
    /** The users of the account. The first one is for tests that need only one. */
    users: everybody,
    /** The auth objects of the channels, one for each shop, the main one first. */
    channels: sessions.channels,
    /** The key as a user pastes it: `skc_` and the auth object of a channel as base64url of JSON. */
    channelKey(channel = 0): string {
      const auth = sessions.channels[channel];
      if (!auth) throw new RangeError(`there is no channel ${channel}`);
      return `skc_${Buffer.from(JSON.stringify(auth)).toString('base64url')}`;
    },
    /** The data of the account, and the changes that can happen while the server runs. */
    account,
    sessions,
    switches: board.switches,
    calls: calls.record,
    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const PAGE = '<!DOCTYPE html><html><head><title>Onderhoud</title></head><body><h1>Even geduld</h1></body></html>';

function send(response: ServerResponse, status: number, type: string, body: string | Buffer): void {
  response.writeHead(status, { 'content-type': type });
  response.end(body);
}

/** Returns `Module::function`; `null` if the request does not have the documented form. */
function readFunctionName({ method, url = '' }: IncomingMessage): string | null {
  const { pathname, searchParams } = new URL(url, 'http://server');
  const { action, api, module, function: name, ...further } = Object.fromEntries(searchParams);
  const isKnownForm = method === 'POST' && pathname === '/' && action === 'request' && api === 'fulljson';
  if (!isKnownForm || !module || !name || Object.keys(further).length > 0) return null;
  return `${module}::${name}`;
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  try {
    return JSON.parse(Buffer.concat(chunks).toString());
  } catch {
    return null;
  }
}

/** Returns an empty object if there are none. */
function readParams(body: unknown): readonly unknown[] {
  const { params } = toMembers(body);
  return Array.isArray(params) ? params : [];
}

function bodyMembers(body: unknown): { readonly auth?: unknown; readonly params?: unknown } {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw undocumented('the body is no JSON object');
  return body;
}
