import { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { addCompression } from '../../../../electron/service/server/compression.ts';
import { login, readMe, refresh } from '../../../../shared/contract/auth.ts';
import type { Endpoint } from '../../../../shared/contract/endpoint.ts';
import { rotateWebhookSecret, subscribeWebhook } from '../../../../shared/contract/webhooks.ts';

const LONG = JSON.stringify({ token: 'x'.repeat(5_000) });

/** Returns the response of an endpoint to a client that accepts gzip. */
async function answerOf(endpoint: Endpoint, send: () => unknown) {
  const app = Fastify();
  addCompression(app);
  const { method, access } = endpoint;
  app.route({ method, url: '/', config: { access, endpoint }, handler: async (_request, reply) => reply.send(send()) });
  return app.inject({ method, url: '/', headers: { 'accept-encoding': 'gzip' } });
}

describe('compression', () => {
  it.each([login, refresh, subscribeWebhook, rotateWebhookSecret])(
    'never applies to a response with a secret: $operation',
    async (endpoint) => {
      const { headers, payload } = await answerOf(endpoint, () => LONG);
      expect(headers).not.toHaveProperty('content-encoding');
      expect(payload).toBe(LONG);
    },
  );

  it.each([
    ['text', () => LONG],
    ['bytes', () => Buffer.from(LONG)],
    ['a stream', () => Readable.from([LONG.slice(0, 100), LONG.slice(100)])],
  ])('applies to %s', async (_, send) => {
    const { headers, rawPayload } = await answerOf(readMe, send);
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
    expect(gunzipSync(rawPayload).toString()).toBe(LONG);
  });
});
