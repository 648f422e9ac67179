import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { onTestFinished } from 'vitest';
import type { Certificate } from '../../support/certificates.ts';

/** Starts a server on this computer for the duration of the test: HTTPS with a certificate, plain HTTP without. */
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
