import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { getCallSignal } from '../../../electron/base/call-signal.ts';
import { createInProcessTransport } from '../../../electron/session/in-process-transport.ts';

const CALL = { method: 'POST', url: 'http://127.0.0.1:4870/echo', headers: { 'content-type': 'application/json' } };

function echo() {
  const app = Fastify();
  const signals: (AbortSignal | undefined)[] = [];
  app.post('/echo', async (request, reply) => {
    signals.push(getCallSignal());
    return reply.code(201).header('x-host', request.headers.host).send(request.body);
  });
  return { transport: createInProcessTransport(app), signals };
}

it.each([
  ['text', '{"name":"Linde"}'],
  ['bytes', new TextEncoder().encode('{"name":"Linde"}')],
])('a call in this process sends its body as %s, and gets status, headers and bytes', async (_, body) => {
  const { signal } = new AbortController();
  const { transport, signals } = echo();
  const answer = await transport({ ...CALL, body, signal });
  expect([answer.status, answer.headers.get('x-host')]).toEqual([201, '127.0.0.1:4870']);
  expect(new TextDecoder().decode(answer.body)).toBe('{"name":"Linde"}');
  expect(signals).toEqual([signal]);
});

it('a call in this process that was cancelled before is not made', async () => {
  const { transport, signals } = echo();
  await expect(transport({ ...CALL, body: '{}', signal: AbortSignal.abort() })).rejects.toThrow();
  expect(signals).toEqual([]);
});
