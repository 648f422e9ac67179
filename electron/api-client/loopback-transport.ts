import { once } from 'node:events';
import { Agent, type IncomingMessage, request as open } from 'node:http';
import { Readable } from 'node:stream';
import type { Transport } from './api-client.ts';

/** These have no body, and `Response` takes none for them. */
const WITHOUT_BODY = [204, 205, 304];

/**
 * Calls to a port of this computer. The agent is our own: `fetch`, and Node's global agent, may be lent to a proxy that
 * the environment names (`NODE_USE_ENV_PROXY`), which would then read the password and the token.
 */
export function createLoopbackTransport(): Transport {
  const agent = new Agent({ keepAlive: true });
  return async (request) => {
    const body = request.body === null ? undefined : Buffer.from(await request.arrayBuffer());
    const { method, headers, signal } = request;
    const sent = open(request.url, { agent, method, headers: Object.fromEntries(headers), signal });
    const answering: Promise<IncomingMessage[]> = once(sent, 'response', { signal });
    sent.on('error', () => {});
    sent.end(body);
    const [answer] = await answering;
    if (answer === undefined) throw new TypeError('an answer without an answer');
    return toResponse(answer);
  };
}

function toResponse(answer: IncomingMessage): Response {
  const { statusCode = 0, headersDistinct } = answer;
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(headersDistinct)) {
    for (const value of values) headers.append(name, value);
  }
  const isEmpty = WITHOUT_BODY.includes(statusCode);
  if (isEmpty) answer.resume();
  // The DOM's and Node's own types of the same stream do not know each other.
  const body = isEmpty ? null : (Readable.toWeb(answer) as ReadableStream<Uint8Array>);
  return new Response(body, { status: statusCode, headers });
}
