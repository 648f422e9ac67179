import type { FastifyInstance } from 'fastify';
import type { Clock } from '../base/clock.ts';
import { StartError, TemporaryStartError } from '../base/errors.ts';
import { isLoopbackAddress, LOOPBACK } from '../base/loopback.ts';
import { type Door, isServing, reachedHere } from '../config/server-config.ts';
import { buildOperations, buildService, type ServiceDeps } from '../service/build-service.ts';
import type { ServiceMetrics } from '../service/metrics/service-metrics.ts';
import type { OpenApiDocument } from '../service/openapi/openapi-document.ts';
import { createTrustedProxies, type Exposure, getPublicAddress, OWN_COMPUTER } from '../service/security/exposure.ts';
import { createPeerThrottle } from '../service/security/sign-in-throttle.ts';
import {
  findFreePort,
  ListenError,
  listenOn,
  replaceIdentity,
  SERVER_LIMITS,
  SERVICE_LIMITS,
} from '../service/server/create-server.ts';
import { createReadiness, type Readiness } from '../service/server/readiness.ts';
import { type CheckedTls, readTlsFiles } from '../startup/secret-files.ts';
import type { Teardown } from '../startup/shutdown.ts';
import { type AskPort, PortDeclined } from '../startup/taken-port.ts';
import { createSignInPeersRepository } from '../store/accounts/sign-in-attempts-repository.ts';
import { pingStore, type Store } from '../store/open-store.ts';
import type { HostContext } from './window.ts';

/** For calls in progress when the program stops, as docs/server.md promises. Longer ones are answered with 503. */
const CALLS_LIMIT_MS = 5_000;
/** For answers to be read; then connections are cut, whatever the other side still wanted. */
const ANSWERS_LIMIT_MS = 5_500;
/** Of an account that does not exist: only whether the platform answers is of interest. */
const NOBODY = { accountId: 0, userId: 0 };

export interface ServiceContext {
  readonly deps: Omit<ServiceDeps, 'reach' | 'tls' | 'peerThrottle' | 'operations'>;
  readonly store: Store;
  /** As `readTls` read it: its errors are reported before the store is opened. */
  readonly tls: CheckedTls | null;
  /** Null where there is a window. */
  readonly metrics: ServiceMetrics | null;
  readonly port: number;
  /** Null where nobody can be asked. */
  readonly askPort: AskPort | null;
}

/** The API where it listens. */
export interface ServedApi {
  readonly describeApi: () => OpenApiDocument;
  readonly port: number;
  /** As clients reach it. */
  readonly address: string;
  /** On this computer, over plain HTTP: where another program finds out that this one runs. */
  readonly proofPort: number;
  /** The address that it is of, as a URL has it. */
  readonly proofHost: string;
  /** Of `proofPort`, where that is not the API's own; null where it is. */
  readonly operationsAddress: string | null;
  readonly readiness: Readiness | null;
  /** Sentences for the person who starts it. */
  readonly warnings: readonly string[];
  /** Shows clients the certificate that is in the files now. */
  reloadCertificate(): void;
}

/** The service, listening; and beside it the door of those who run a server. Throws `StartError`. */
export async function composeService(
  context: HostContext,
  { deps, store, tls, metrics, port: wantedPort, askPort }: ServiceContext,
  teardown: Teardown,
): Promise<ServedApi> {
  const { clock, log, nonce } = context;
  const { server } = context.config;
  const exposure = exposureOf(context);
  const checks = [
    { name: 'the store', check: () => pingStore(store.db) },
    { name: 'the platform', check: () => deps.platform.identify(NOBODY) },
  ];
  const operations = metrics && { readiness: createReadiness({ checks, clock, log }), metrics };
  const hasDoor = operations !== null && (isServing(server) || tls !== null || server.metricsDoor !== null);
  const peers = createSignInPeersRepository(store.db);
  const service = buildService({
    ...deps,
    ...{ exposure, tls, limits: exposure.isPublic ? SERVER_LIMITS : SERVICE_LIMITS },
    ...(exposure.isPublic && { peerThrottle: createPeerThrottle({ peers, secretKey: deps.secretKey, clock }) }),
    ...(operations && { operations: { ...operations, showsMetrics: !hasDoor } }),
  });
  teardown.add('service', async () => {
    const stopRefusing = clock.after(CALLS_LIMIT_MS, service.refuseOpenCalls);
    await closeInTime(service, clock);
    stopRefusing();
  });
  const port = await listenOrAsk(service, { address: server.listen, port: wantedPort }, askPort);
  const address = getPublicAddress(exposure, port);
  const { describeApi } = service;
  const served = {
    describeApi,
    port,
    address,
    readiness: operations?.readiness ?? null,
    warnings: tls?.warnings ?? [],
  };
  let expiresAt = tls?.expiresAt ?? null;
  if (expiresAt !== null) metrics?.watchCertificate(() => expiresAt);
  const reloadCertificate = () => {
    expiresAt = reloadTls(context, service)?.expiresAt ?? expiresAt;
  };
  if (!hasDoor) {
    const proofHost = reachedHere(server.listen);
    return { ...served, proofPort: port, proofHost, operationsAddress: null, reloadCertificate };
  }

  const ownExposure = { ...OWN_COMPUTER, publicHosts: exposure.publicHosts, takesAddresses: true };
  const door = buildOperations({ log, clock, nonce, exposure: ownExposure, ...operations });
  teardown.add('operations', () => closeInTime(door, clock));
  const listen = server.metricsDoor ?? { address: LOOPBACK, port: 0 };
  const proofPort = await listenAt(door, listen, '--metrics-listen', '--metrics-listen');
  const proofHost = reachedHere(listen.address);
  return { ...served, proofPort, proofHost, operationsAddress: `http://${proofHost}:${proofPort}`, reloadCertificate };
}

async function closeInTime(app: FastifyInstance, clock: Pick<Clock, 'after'>): Promise<void> {
  const stopTimer = clock.after(ANSWERS_LIMIT_MS, () => app.server.closeAllConnections());
  await app.close();
  stopTimer();
}

/** Listens on another port this time where the person chooses that. Throws `StartError`. */
async function listenOrAsk(app: FastifyInstance, door: Door, askPort: AskPort | null): Promise<number> {
  try {
    return await listenAt(app, door, '--port', '--listen');
  } catch (error) {
    if (askPort === null || !(error instanceof StartError) || !isPortRefused(error.cause)) throw error;
    const free = await findFreePort(door.address);
    if (!(await askPort({ port: door.port, free }))) throw new PortDeclined(error.message, { cause: error });
    // It may be taken by now: then the question comes again, with another one.
    return listenOrAsk(app, { ...door, port: free }, askPort);
  }
}

function isPortRefused(error: unknown): boolean {
  return error instanceof ListenError && error.code !== 'no_such_address';
}

/** Throws `StartError` with the option that helps. */
async function listenAt(
  app: FastifyInstance,
  { address, port }: Door,
  portOption: string,
  addressOption: string,
): Promise<number> {
  try {
    return await listenOn(app, address, port);
  } catch (error) {
    if (!(error instanceof ListenError)) throw error;
    const option = error.code === 'no_such_address' ? addressOption : portOption;
    const reason = error.message.replace(/\.$/, '');
    throw new TemporaryStartError(`${reason}: choose another one with ${option}.`, { cause: error });
  }
}

function exposureOf({ config: { server } }: HostContext): Exposure {
  return {
    ownNames: isLoopbackAddress(server.listen) ? [reachedHere(server.listen), 'localhost'] : OWN_COMPUTER.ownNames,
    publicHosts: server.publicHosts,
    isEncrypted: server.tls !== null,
    proxies: server.proxies && createTrustedProxies(server.proxies),
    isPublic: isServing(server),
    takesAddresses: false,
  };
}

/** Null where the service speaks plain HTTP. Throws `StartError`. */
export function readTls({ config: { server }, clock }: Pick<HostContext, 'config' | 'clock'>): CheckedTls | null {
  const { tls, publicHosts } = server;
  return tls && readTlsFiles(tls, { publicHosts, now: clock.now() });
}

/** Open connections continue. `null` if there is no other certificate: if the files cannot be used, that is logged. */
function reloadTls(context: HostContext, { server }: FastifyInstance): CheckedTls | null {
  try {
    const tls = readTls(context);
    if (tls === null || !replaceIdentity(server, tls)) return null;
    const expires = new Date(tls.expiresAt).toISOString();
    context.log.info({ expires, warnings: tls.warnings }, 'the certificate was read again');
    return tls;
  } catch (err) {
    context.log.error({ err }, 'the certificate cannot be read again: the previous one stays');
    return null;
  }
}
