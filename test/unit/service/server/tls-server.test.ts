import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createTlsServer, replaceIdentity, SERVICE_LIMITS } from '../../../../electron/service/server/create-server.ts';
import { makeCertificate } from '../../../support/certificates.ts';

async function startTls(): Promise<Server> {
  const identity = await makeCertificate({ names: ['localhost'] });
  const server = createTlsServer(identity, SERVICE_LIMITS, (_message, response) => response.end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return server;
}

function openTo(server: Server, options: ConnectionOptions): Promise<TLSSocket> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const socket = connect({ host: 'localhost', port, rejectUnauthorized: false, ...options }, () => resolve(socket));
    socket.on('error', reject);
    onTestFinished(() => void socket.destroy());
  });
}

async function mayBeginEmpty(server: Server): Promise<boolean> {
  const socket = await openTo(server, { maxVersion: 'TLSv1.2' });
  return new Promise((resolve) => {
    socket.removeAllListeners('error').on('error', () => resolve(false));
    socket.renegotiate({}, (error) => resolve(error === null));
  });
}

describe('a server for HTTPS', () => {
  it('accepts TLS 1.2 and later, and no renegotiation', async () => {
    const server = await startTls();
    const old = openTo(server, { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' });
    await expect(old).rejects.toThrow();
    expect(await mayBeginEmpty(server)).toBe(false);
  });

  it('does the same after the certificate was replaced', async () => {
    const server = await startTls();
    expect(replaceIdentity(server, await makeCertificate({ names: ['localhost'] }))).toBe(true);
    expect(await mayBeginEmpty(server)).toBe(false);
    // Node's default comes from a command-line switch and may be older.
    expect(server).toMatchObject({ minVersion: 'TLSv1.2' });
  });
});
