import type { FastifyInstance, InjectOptions } from 'fastify';
import { createAnswerHeaders, type Transport } from '../api-client/api-client.ts';
import { runWithSignal } from '../base/call-signal.ts';
import { untilAborted } from '../base/clock.ts';

/** Sends calls to a service of this process without a connection. */
export function createInProcessTransport(service: Pick<FastifyInstance, 'inject'>): Transport {
  return async ({ method, url, headers, body, signal }) => {
    signal.throwIfAborted();
    const call: InjectOptions = {
      // The contract has no other methods than those that Fastify knows.
      method: method as 'GET' | 'POST' | 'DELETE',
      url,
      headers,
      // Anything but a buffer or a text would be serialized as JSON.
      ...(body !== undefined && { body: typeof body === 'string' ? body : Buffer.from(body) }),
    };
    // Aborting does not stop the service. It checks the signal before it begins long work.
    const answer = await untilAborted(
      signal,
      runWithSignal(signal, async () => service.inject(call)),
    );
    return {
      status: answer.statusCode,
      headers: createAnswerHeaders(answer.headers),
      body: new Uint8Array(answer.rawPayload),
    };
  };
}
