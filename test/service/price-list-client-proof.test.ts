import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openSession } from '../examples/price-list-client/api-session.ts';
import { startFixtureService } from '../support/fixture-service.ts';
import { recordConnection } from '../support/price-list-connection.ts';
import { NONCE } from '../support/running-service.ts';
import { CREDENTIALS } from '../support/shop-fixture.ts';

const HEALTH = 'GET /health';
const NO_PASSWORD = /it gets no password/;

/** The file as the service on that port would have written it. */
function discoveryFile(apiPort: number, nonce = NONCE): string {
  const folder = mkdtempSync(join(tmpdir(), 'tilldesk-discovery-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'instance.json');
  writeFileSync(file, JSON.stringify({ apiPort, nonce }));
  return file;
}

async function startService() {
  const service = await startFixtureService();
  onTestFinished(() => service.stop());
  return service;
}

/** A process that has taken the port: answers everything alike, and hears all that it is sent. */
async function startSquatter(answer: (target: string) => Promise<string>) {
  let heard = '';
  const server = createServer(async (request, response) => {
    for await (const chunk of request) heard += chunk;
    const text = await answer(request.url ?? '');
    response.writeHead(200, { 'content-type': 'application/json' }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { port: address.port, heard: () => heard };
}

describe('a client with the discovery file', () => {
  it('signs in to the service that wrote it, and verifies that again before each refresh', async () => {
    const service = await startService();
    const file = discoveryFile(service.port);
    const connection = { ...recordConnection(service.port, { clock: service.clock }), discoveryFile: file };
    const session = await openSession(connection, CREDENTIALS.owner);
    service.clock.advance(25 * 60_000);
    await session.get('/api/me');
    const made = connection.exchanges.map(({ call }) => call);
    expect(made).toEqual([HEALTH, 'POST /api/auth/login', HEALTH, 'POST /api/auth/refresh', 'GET /api/me']);
  });

  it('sends no password to another instance of the service', async () => {
    const service = await startService();
    const file = discoveryFile(service.port, 'ff'.repeat(32));
    const connection = { ...recordConnection(service.port), discoveryFile: file };
    await expect(openSession(connection, CREDENTIALS.owner)).rejects.toThrow(NO_PASSWORD);
    expect(connection.exchanges.map(({ call }) => call)).toEqual([HEALTH]);
  });

  const OTHERS = ['{"status":"ok"}', '{"status":"ok","hmac":""}', '{"hmac":null}', 'null', '<!doctype html>'];

  it.each(OTHERS)('sends no password to a service that answers %s', async (text) => {
    const squatter = await startSquatter(async () => text);
    const connection = { ...recordConnection(squatter.port), discoveryFile: discoveryFile(squatter.port) };
    await expect(openSession(connection, CREDENTIALS.owner)).rejects.toThrow(NO_PASSWORD);
    expect(squatter.heard()).toBe('');
  });

  it('sends no password to a proxy that forwards the challenge to the service', async () => {
    const service = await startService();
    const squatter = await startSquatter(async (target) => (await service.send('GET', target)).text);
    const file = discoveryFile(service.port);
    const connection = { ...recordConnection(squatter.port), discoveryFile: file };
    await expect(openSession(connection, CREDENTIALS.owner)).rejects.toThrow(NO_PASSWORD);
    expect(squatter.heard()).toBe('');
  });
});
