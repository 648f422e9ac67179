import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { createServer as createHttpServer, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import { join } from 'node:path';
import pino, { type Logger } from 'pino';
import type { ApiClient } from '../../../electron/api-client/api-client.ts';
import { createEndpointReader } from '../../../electron/api-client/endpoint-reader.ts';
import { createUpstream, type Upstream, type UpstreamDeps } from '../../../electron/api-client/upstream.ts';
import { systemClock } from '../../../electron/base/clock.ts';
import { PlatformError } from '../../../electron/platform/platform-error.ts';
import { createKeyedReader } from '../../../electron/platform/remote/keyed-reader.ts';
import { listShops } from '../../../shared/contract/shops.ts';
import type { Certificate } from '../../support/certificates.ts';
import type { SuiteRun } from '../harness/suite.ts';

/** Stands for the internal details of a deployment: no user may be shown it. */
export const RAW_TEXT = 'ECONNREFUSED 10.20.30.40:5432 at /srv/till/db.js:17';

/** What a deployment answers when all is well. */
export const SHOPS_ANSWER = { count: 0, total: 0, data: [] };

/** The key that every call of the suite carries; in every log and reply it would be a find. */
const API_KEY = 'tdk_abuse0upstream0key0of0another0deploy';

/** A server on this computer, on a port of its own. */
export interface Stub {
  readonly port: number;
  /** Requests that arrived. */
  arrivals(): number;
  close(): Promise<void>;
}

/** Speaks HTTPS with the certificate, and plain HTTP without one. */
export async function startStub(listener: RequestListener, certificate?: Certificate): Promise<Stub> {
  let arrivals = 0;
  const take: RequestListener = (request, response) => {
    arrivals += 1;
    listener(request, response);
  };
  const server = certificate ? createHttpsServer({ ...certificate }, take) : createHttpServer(take);
  return stubOf(
    server,
    () => arrivals,
    () => server.closeAllConnections(),
  );
}

/** Takes connections and never says a word. */
export async function startSilence(): Promise<Stub> {
  const sockets = new Set<{ destroy(): void }>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
  });
  return stubOf(
    server,
    () => sockets.size,
    () => {
      for (const socket of sockets) socket.destroy();
    },
  );
}

async function stubOf(server: Server, arrivals: () => number, endConnections: () => void): Promise<Stub> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    arrivals,
    async close() {
      const ending = once(server, 'close');
      server.close();
      endConnections();
      await ending;
    },
  };
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

export interface UpstreamBench {
  readonly run: SuiteRun;
  readonly log: Logger;
  /** With the log of the run, unless another is given. */
  open(deps: Pick<UpstreamDeps, 'baseAddress'> & Partial<UpstreamDeps>): Upstream;
}

/** Everything that is opened writes to one log, which is searched for the key in the end. */
export function openBench(run: SuiteRun): UpstreamBench {
  run.keepSecret('api key', API_KEY);
  const log = pino({ level: 'trace' }, createWriteStream(join(run.folder, 'upstream.log')));
  return {
    run,
    log,
    open: (deps) => createUpstream({ authorities: [], clock: systemClock, log, ...deps }),
  };
}

/** Asks as the product does, with the key of the suite. */
export function createReader(client: ApiClient, signal?: AbortSignal) {
  return createKeyedReader((path) => {
    const headers = { authorization: `Bearer ${API_KEY}` };
    return client.send({ method: 'GET', path, headers, ...(signal && { signal }) });
  });
}

/** Reads the shops in the form of the contract. Answers the message of a failure; null where there was an answer. */
export async function failureOfShops(client: ApiClient, signal?: AbortSignal): Promise<string | null> {
  try {
    await createEndpointReader(createReader(client, signal))(listShops);
    return null;
  } catch (error) {
    return error instanceof PlatformError ? error.message : String(error);
  }
}
