import type { ClientRequest, IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, type RequestOptions, request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { createSecureContext } from 'node:tls';
import { type Clock, untilAborted } from '../base/clock.ts';
import { isLoopbackHost } from '../base/loopback.ts';
import type { ApiAnswer, ApiClient, ApiRequest } from './api-client.ts';
import { Agent as HttpAgent, request as requestHttp } from './node-http.ts';
import { readAnswer } from './upstream-answer.ts';
import { toUpstreamFailure, UpstreamFailure } from './upstream-failure.ts';
import { type Deadlines, startDeadlines, type UpstreamLimits } from './upstream-limits.ts';

export interface TransportDeps {
  /** `https://till.example/shop`. `http:` is allowed for this computer only. */
  readonly baseAddress: string;
  /** CA certificates (PEM) that may vouch for the service. */
  readonly authorities: readonly string[];
  readonly clock: Clock;
  readonly limits: UpstreamLimits;
  /** Whether a successful response must have a JSON content type. Default: true. Its body must be JSON either way. */
  readonly isTypeChecked?: boolean;
  /** Maximum number of connections in total. A call that needs another one fails before anything is sent. */
  readonly maxConnects?: number;
}

export interface HttpsTransport extends ApiClient {
  close(): void;
}

/** Shorter than servers use, so that calls rarely meet a connection that is being closed. */
const MAX_IDLE_MS = 4_000;

const MAX_HEADER_BYTES = 16 * 1024;

/**
 * Sends each call once. Throws `UpstreamFailure`. Has its own agent, because the environment can set a proxy for
 * Node's.
 */
export function createHttpsTransport(deps: TransportDeps): HttpsTransport {
  const { baseAddress, authorities, clock, limits, isTypeChecked, maxConnects = Infinity } = deps;
  const { isSecure, host, port, basePath } = readUpstreamAddress(baseAddress);
  const agentOptions = {
    keepAlive: true,
    maxSockets: Math.min(limits.maxConnections, maxConnects),
    timeout: MAX_IDLE_MS,
  };
  const agent = isSecure ? new HttpsAgent(agentOptions) : new HttpAgent(agentOptions);
  const trust = isSecure ? { secureContext: createSecureContext({ ca: [...authorities] }) } : {};
  const connected = new WeakSet<object>();
  let connects = 0;

  const getOptions = ({ method, path, headers }: ApiRequest): RequestOptions => ({
    ...{ agent, host, port, method, ...trust },
    path: `${basePath}${path}`,
    headers: { ...headers, accept: 'application/json', 'accept-encoding': 'identity' },
    servername: isIP(host) ? '' : host,
    // Explicit, because otherwise NODE_TLS_REJECT_UNAUTHORIZED would decide.
    rejectUnauthorized: true,
    maxHeaderSize: MAX_HEADER_BYTES,
  });

  function watchConnection(sent: ClientRequest, deadlines: Deadlines): void {
    sent.once('socket', (socket) => {
      if (connected.has(socket)) return;
      connects += 1;
      // Node has sent nothing yet.
      if (connects > maxConnects) sent.destroy(new UpstreamFailure('unreachable'));
      deadlines.startConnecting();
      socket.once(isSecure ? 'secureConnect' : 'connect', () => {
        connected.add(socket);
        deadlines.endConnecting();
      });
    });
  }

  async function exchange(call: ApiRequest, sent: ClientRequest, deadlines: Deadlines): Promise<ApiAnswer> {
    watchConnection(sent, deadlines);
    const response = await waitForAnswer(sent, call.body);
    deadlines.endWaiting();
    return readAnswer(response, call, limits, isTypeChecked);
  }

  async function send(call: ApiRequest): Promise<ApiAnswer> {
    if (!call.path.startsWith('/')) throw new TypeError('the path of a call must start with a slash');
    const deadlines = startDeadlines(clock, { ...limits, maxTotalMs: call.deadlineMs ?? limits.maxTotalMs });
    const signal = call.signal ? AbortSignal.any([deadlines.signal, call.signal]) : deadlines.signal;
    const open = isSecure ? requestHttps : requestHttp;
    let sent: ClientRequest | null = null;
    try {
      sent = open({ ...getOptions(call), signal });
      return await untilAborted(signal, exchange(call, sent, deadlines));
    } catch (cause) {
      throw toUpstreamFailure(cause, { deadline: deadlines.signal, signal: call.signal, socket: sent?.socket });
    } finally {
      deadlines.stop();
    }
  }

  return { send, close: () => agent.destroy() };
}

/**
 * Sends the body and waits for an answer of any status. Rejects if the connection ends without one. A protocol switch
 * (101) counts as an answer: without a listener, Node closes the connection and emits neither answer nor error.
 */
function waitForAnswer(sent: ClientRequest, body: ApiRequest['body']): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    sent.once('response', resolve);
    sent.once('upgrade', (answer, socket) => {
      socket.destroy();
      resolve(answer);
    });
    sent.once('close', () => reject(new Error('the connection ended without an answer')));
    // The listener stays, because a late error without one would end the process.
    sent.on('error', reject);
    // Node does not set the length for DELETE, so its body would be read as the next request.
    if (body !== undefined) sent.setHeader('content-length', Buffer.byteLength(body));
    sent.end(body);
  });
}

export interface UpstreamAddress {
  readonly isSecure: boolean;
  /** A name, or an address without brackets. */
  readonly host: string;
  readonly port: number;
  /** Prefix of every path, without a slash at its end. */
  readonly basePath: string;
}

/** Throws `UpstreamFailure` `insecure` unless the address is `https:`, or `http:` on this computer. */
export function readUpstreamAddress(text: string): UpstreamAddress {
  const { protocol, hostname, port, pathname } = new URL(text);
  const isSecure = protocol === 'https:';
  if (!isSecure && !(protocol === 'http:' && isLoopbackHost(hostname))) throw new UpstreamFailure('insecure');
  return {
    isSecure,
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (isSecure ? 443 : 80) : Number(port),
    basePath: pathname.replace(/\/+$/, ''),
  };
}
