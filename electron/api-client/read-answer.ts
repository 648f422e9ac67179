import type { IncomingMessage } from 'node:http';
import type { ApiAnswer } from './api-client.ts';
import { UpstreamFailure, type UpstreamFailureReason } from './upstream-failure.ts';
import type { UpstreamLimits } from './upstream-limits.ts';

const JSON_TYPE = /^application\/json\s*(?:;|$)/i;
const KEPT_HEADERS = ['content-type', 'retry-after', 'x-request-id', 'age', 'cache-status'];
const NO_CONTENT = 204;

/** Reads what is of use and small enough. Throws `UpstreamFailure`, and ends the connection, for what is not. */
export async function readAnswer(
  response: IncomingMessage,
  { mostBytes, mostErrorBytes }: UpstreamLimits,
): Promise<ApiAnswer> {
  const status = response.statusCode ?? 0;
  const most = status < 400 ? mostBytes : mostErrorBytes;
  const refusal = refusalOf(response, status, most);
  if (refusal !== null) {
    response.destroy();
    throw new UpstreamFailure(refusal);
  }
  return { status, headers: keptHeaders(response), body: await readBody(response, most) };
}

function refusalOf({ headers }: IncomingMessage, status: number, most: number): UpstreamFailureReason | null {
  if (status >= 300 && status < 400) return 'redirected';
  // Nothing packed was asked for: what little it is may unpack to anything.
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') return 'unexpected';
  if (Number(headers['content-length'] ?? 0) > most) return 'too_large';
  const isJson = status === NO_CONTENT || JSON_TYPE.test(headers['content-type'] ?? '');
  // An error says enough by its status: what stands before a service answers those in HTML.
  return isJson || status >= 400 ? null : 'not_json';
}

async function readBody(response: AsyncIterable<Buffer>, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response) {
    bytes += chunk.length;
    // Leaving the loop ends the response, and with it the connection.
    if (bytes > most) throw new UpstreamFailure('too_large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function keptHeaders({ headers }: IncomingMessage): Headers {
  const kept = new Headers();
  for (const name of KEPT_HEADERS) {
    const value = headers[name];
    if (typeof value === 'string') kept.set(name, value);
  }
  return kept;
}
