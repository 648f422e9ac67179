import type { ClientRequest, IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, type RequestOptions, request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { createSecureContext } from 'node:tls';
import { type Clock, untilAborted } from '../base/clock.ts';
import { isLoopbackHost } from '../base/loopback.ts';
import type { ApiAnswer, ApiClient, ApiRequest } from './api-client.ts';
import { Agent as HttpAgent, request as requestHttp } from './node-http.ts';
import { readAnswer } from './upstream-answer.ts';
import { failureOfCall, UpstreamFailure } from './upstream-failure.ts';
import { type Deadlines, startDeadlines, type UpstreamLimits } from './upstream-limits.ts';

export interface TransportDeps {
  /** `https://till.example/shop`; `http:` for this computer only. */
  readonly baseAddress: string;
  /** In PEM: who may vouch for the other side. */
  readonly authorities: readonly string[];
  readonly clock: Clock;
  readonly limits: UpstreamLimits;
  /** Whether a success has to say that it is JSON; default true. The body has to be JSON anyway where it is read. */
  readonly isTypeChecked?: boolean;
  /** Connections that may be opened in all; a call that would need another one fails before anything is sent. */
  readonly mostConnects?: number;
}

export interface HttpsTransport extends ApiClient {
  close(): void;
}

/** Less than servers use, so that a call seldom meets a connection that is being closed. */
const IDLE_MS = 4_000;

const MOST_HEADER_BYTES = 16 * 1024;

/** Sends each call once. Throws `UpstreamFailure`. Its own agent: the environment may lend Node's to a proxy. */
export function createHttpsTransport(deps: TransportDeps): HttpsTransport {
  const { baseAddress, authorities, clock, limits, isTypeChecked, mostConnects = Infinity } = deps;
  const { isSecure, host, port, basePath } = readUpstreamAddress(baseAddress);
  const keeping = { keepAlive: true, maxSockets: Math.min(limits.connections, mostConnects), timeout: IDLE_MS };
  const agent = isSecure ? new HttpsAgent(keeping) : new HttpAgent(keeping);
  const trust = isSecure ? { secureContext: createSecureContext({ ca: [...authorities] }) } : {};
  const connected = new WeakSet<object>();
  let connects = 0;

  const optionsOf = ({ method, path, headers }: ApiRequest): RequestOptions => ({
    ...{ agent, host, port, method, ...trust },
    path: `${basePath}${path}`,
    headers: { ...headers, accept: 'application/json', 'accept-encoding': 'identity' },
    servername: isIP(host) ? '' : host,
    // Explicit: without it NODE_TLS_REJECT_UNAUTHORIZED would decide.
    rejectUnauthorized: true,
    maxHeaderSize: MOST_HEADER_BYTES,
  });

  function watchConnection(sent: ClientRequest, deadlines: Deadlines): void {
    sent.once('socket', (socket) => {
      if (connected.has(socket)) return;
      connects += 1;
      // Node has sent nothing yet.
      if (connects > mostConnects) sent.destroy(new UpstreamFailure('unreachable'));
      deadlines.connecting();
      socket.once(isSecure ? 'secureConnect' : 'connect', () => {
        connected.add(socket);
        deadlines.connected();
      });
    });
  }

  async function exchange(call: ApiRequest, sent: ClientRequest, deadlines: Deadlines): Promise<ApiAnswer> {
    watchConnection(sent, deadlines);
    const response = await answerTo(sent, call.body);
    deadlines.answered();
    return readAnswer(response, call, limits, isTypeChecked);
  }

  async function send(call: ApiRequest): Promise<ApiAnswer> {
    if (!call.path.startsWith('/')) throw new TypeError('the path of a call begins with a slash');
    const deadlines = startDeadlines(clock, { ...limits, totalMs: call.deadlineMs ?? limits.totalMs });
    const signal = call.signal ? AbortSignal.any([deadlines.signal, call.signal]) : deadlines.signal;
    const open = isSecure ? requestHttps : requestHttp;
    let sent: ClientRequest | null = null;
    try {
      sent = open({ ...optionsOf(call), signal });
      return await untilAborted(signal, exchange(call, sent, deadlines));
    } catch (cause) {
      throw failureOfCall(cause, { deadline: deadlines.signal, signal: call.signal, socket: sent?.socket });
    } finally {
      deadlines.stop();
    }
  }

  return { send, close: () => agent.destroy() };
}

/**
 * Sends the body of a request and waits for the answer, whatever its status. Rejects where the connection ends without one. A switch of protocol
 * (101) is an answer too: without a listener for it Node closes the connection and emits neither answer nor error.
 */
function answerTo(sent: ClientRequest, body: ApiRequest['body']): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    sent.once('response', resolve);
    sent.once('upgrade', (answer, socket) => {
      socket.destroy();
      resolve(answer);
    });
    sent.once('close', () => reject(new Error('the connection ended without an answer')));
    // It stays: a late failure without a listener would end the process.
    sent.on('error', reject);
    // Node leaves the length out of a DELETE, and its body would be read as the next request.
    if (body !== undefined) sent.setHeader('content-length', Buffer.byteLength(body));
    sent.end(body);
  });
}

export interface UpstreamAddress {
  readonly isSecure: boolean;
  /** A name, or an address without brackets. */
  readonly host: string;
  readonly port: number;
  /** Before the path of every call; without a slash at its end. */
  readonly basePath: string;
}

/** Throws `UpstreamFailure` `insecure` for anything but `https:`, or `http:` to this computer. */
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
