import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createTilldesk } from '../../clients/typescript/client.ts';
import { proveService } from '../examples/price-list-client/prove-service.ts';
import { startFixtureService } from '../support/fixture-service.ts';
import { type RecordedConnection, recordConnection } from '../support/recorded-connection.ts';
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

/** A process that has taken the port: gives everything the same answer, and records what it gets. */
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

/** Reads who it is, and verifies the service before it sends the password. */
function openClient(connection: RecordedConnection, file: string) {
  const auth = async () => {
    await proveService(connection.baseUrl, file, connection.fetch);
    return CREDENTIALS.owner;
  };
  const { api } = createTilldesk({ ...connection, auth });
  return { readMe: () => api.GET('/api/me') };
}

describe('a client with the discovery file', () => {
  it('signs in to the service that wrote it, and verifies that again before each refresh', async () => {
    const service = await startService();
    const file = discoveryFile(service.port);
    const connection = recordConnection(service.port, { clock: service.clock });
    const { readMe } = openClient(connection, file);
    await readMe();
    service.clock.advance(25 * 60_000);
    await readMe();
    const me = 'GET /api/me';
    const made = connection.exchanges.map(({ call }) => call);
    expect(made).toEqual([HEALTH, 'POST /api/auth/login', me, HEALTH, 'POST /api/auth/refresh', me]);
  });

  it('sends no password to another instance of the service', async () => {
    const service = await startService();
    const file = discoveryFile(service.port, 'ff'.repeat(32));
    const connection = recordConnection(service.port);
    await expect(openClient(connection, file).readMe()).rejects.toThrow(NO_PASSWORD);
    expect(connection.exchanges.map(({ call }) => call)).toEqual([HEALTH]);
  });

  const OTHERS = ['{"status":"ok"}', '{"status":"ok","hmac":""}', '{"hmac":null}', 'null', '<!doctype html>'];

  it.each(OTHERS)('sends no password to a service that answers %s', async (text) => {
    const squatter = await startSquatter(async () => text);
    const { readMe } = openClient(recordConnection(squatter.port), discoveryFile(squatter.port));
    await expect(readMe()).rejects.toThrow(NO_PASSWORD);
    expect(squatter.heard()).toBe('');
  });

  it('sends no password to a proxy that forwards the challenge to the service', async () => {
    const service = await startService();
    const squatter = await startSquatter(async (target) => (await service.send('GET', target)).text);
    const file = discoveryFile(service.port);
    await expect(openClient(recordConnection(squatter.port), file).readMe()).rejects.toThrow(NO_PASSWORD);
    expect(squatter.heard()).toBe('');
  });
});
