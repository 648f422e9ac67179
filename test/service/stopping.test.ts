import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { parseAnswers } from '../support/http-exchange.ts';
import { startStandInService } from '../support/stand-in-service.ts';

it('a service that stops answers a request on an open connection and closes the connection', async () => {
  const [asked, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const service = await startStandInService({
    methods: {
      async listReference() {
        asked.resolve();
        await gate.promise;
        return [];
      },
    },
  });
  const request = (path: string) =>
    [`GET ${path} HTTP/1.1`, `Host: 127.0.0.1:${service.port}`, `Authorization: Bearer ${service.token}`, '', ''].join(
      '\r\n',
    );
  let received = '';
  const socket = connect(service.port, '127.0.0.1', () => void socket.write(request('/api/locations')));
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.on('data', (chunk) => {
    received += chunk;
  });
  await asked.promise;

  const stopped = service.stop();
  await expect.poll(() => service.app.server.listening).toBe(false);
  socket.write(request('/health') + request('/openapi.json'));
  // Sent before the first is answered: a service that stops ends its connections with the last answer.
  await expect.poll(() => socket.writableLength).toBe(0);
  gate.resolve();
  await Promise.all([stopped, closed]);

  const [first, second, ...further] = parseAnswers(received);
  expect(first?.status).toBe(200);
  expect([second?.status, second?.headers.connection]).toEqual([200, 'close']);
  expect(further).toEqual([]);
});
