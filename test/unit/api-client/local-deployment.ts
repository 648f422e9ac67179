import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { onTestFinished } from 'vitest';
import type { Certificate } from '../../support/certificates.ts';

/** A server on this computer for as long as the test runs. It speaks HTTPS with a certificate, and plain HTTP without. */
export async function localDeployment(listener: RequestListener, certificate: Certificate | null = null) {
  const requests: { readonly url: string; readonly headers: object }[] = [];
  const take: RequestListener = (request, response) => {
    requests.push({ url: request.url ?? '', headers: request.headers });
    listener(request, response);
  };
  const server = certificate ? createHttpsServer({ ...certificate }, take) : createServer(take);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port');
  const scheme = certificate ? 'https' : 'http';
  return { baseAddress: `${scheme}://127.0.0.1:${address.port}`, requests, server };
}
