import type { FastifyInstance } from 'fastify';
import type { Clock } from '../base/clock.ts';
import { StartError, TemporaryStartError } from '../base/errors.ts';
import { isLoopbackAddress, LOOPBACK } from '../base/loopback.ts';
import { getLocalHost, isServing, type ListenAddress } from '../config/server-config.ts';
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

/** Time for calls in progress when the program stops, as docs/server.md promises. Longer ones are answered with 503. */
const CALLS_LIMIT_MS = 5_000;
/** Time for answers to be read. Then connections are cut, whatever the other side still wants. */
const ANSWERS_LIMIT_MS = 5_500;
/** An account that does not exist: only whether the platform answers matters. */
const NOBODY = { accountId: 0, userId: 0 };

export interface ServiceContext {
  readonly deps: Omit<ServiceDeps, 'reach' | 'tls' | 'peerThrottle' | 'operations'>;
  readonly store: Store;
  /** Read by `readTls` before the store is opened, so that its errors are reported first. */
  readonly tls: CheckedTls | null;
  /** `null` if there is a window. */
  readonly metrics: ServiceMetrics | null;
  readonly port: number;
  /** `null` if nobody can be asked. */
  readonly askPort: AskPort | null;
}

/** The API, listening. */
export interface ServedApi {
  readonly describeApi: () => OpenApiDocument;
  readonly port: number;
  /** The address for clients. */
  readonly address: string;
  /** The port for plain HTTP on this computer, where another program detects that this one runs. */
  readonly proofPort: number;
  /** Its host, as in a URL. */
  readonly proofHost: string;
  /** The address of `proofPort` if that is not the port of the API; otherwise `null`. */
  readonly operationsAddress: string | null;
  readonly readiness: Readiness | null;
  /** Sentences for the person who starts the program. */
  readonly warnings: readonly string[];
  /** Uses the certificate that is in the files now. */
  reloadCertificate(): void;
}

/** The listening service and, on a separate port, the routes for operators. Throws `StartError`. */
export async function composeService(
  context: HostContext,
  { deps, store, tls, metrics, port: wantedPort, askPort }: ServiceContext,
  teardown: Teardown,
): Promise<ServedApi> {
  const { clock, log, nonce } = context;
  const { server } = context.config;
  const exposure = createExposure(context);
  const checks = [
    { name: 'the store', check: () => pingStore(store.db) },
    { name: 'the platform', check: () => deps.platform.identify(NOBODY) },
  ];
  const operations = metrics && { readiness: createReadiness({ checks, clock, log }), metrics };
  const hasOperationsPort = operations !== null && (isServing(server) || tls !== null || server.metricsListen !== null);
  const peers = createSignInPeersRepository(store.db);
  const service = buildService({
    ...deps,
    ...{ exposure, tls, limits: exposure.isPublic ? SERVER_LIMITS : SERVICE_LIMITS },
    ...(exposure.isPublic && { peerThrottle: createPeerThrottle({ peers, secretKey: deps.secretKey, clock }) }),
    ...(operations && { operations: { ...operations, showsMetrics: !hasOperationsPort } }),
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
  if (!hasOperationsPort) {
    const proofHost = getLocalHost(server.listen);
    return { ...served, proofPort: port, proofHost, operationsAddress: null, reloadCertificate };
  }

  const ownExposure = { ...OWN_COMPUTER, publicHosts: exposure.publicHosts, takesAddresses: true };
  const operationsApp = buildOperations({ log, clock, nonce, exposure: ownExposure, ...operations });
  teardown.add('operations', () => closeInTime(operationsApp, clock));
  const listen = server.metricsListen ?? { address: LOOPBACK, port: 0 };
  const proofPort = await listenAt(operationsApp, listen, '--metrics-listen', '--metrics-listen');
  const proofHost = getLocalHost(listen.address);
  return { ...served, proofPort, proofHost, operationsAddress: `http://${proofHost}:${proofPort}`, reloadCertificate };
}

async function closeInTime(app: FastifyInstance, clock: Pick<Clock, 'after'>): Promise<void> {
  const stopTimer = clock.after(ANSWERS_LIMIT_MS, () => app.server.closeAllConnections());
  await app.close();
  stopTimer();
}

/** Listens on another port in this run if the person chooses that. Throws `StartError`. */
async function listenOrAsk(app: FastifyInstance, target: ListenAddress, askPort: AskPort | null): Promise<number> {
  try {
    return await listenAt(app, target, '--port', '--listen');
  } catch (error) {
    if (askPort === null || !(error instanceof StartError) || !isPortRefused(error.cause)) throw error;
    const free = await findFreePort(target.address);
    if (!(await askPort({ port: target.port, free }))) throw new PortDeclined(error.message, { cause: error });
    // It may be taken by now: then the person is asked again, about another one.
    return listenOrAsk(app, { ...target, port: free }, askPort);
  }
}

function isPortRefused(error: unknown): boolean {
  return error instanceof ListenError && error.code !== 'no_such_address';
}

/** Throws `StartError` with the option that helps. */
async function listenAt(
  app: FastifyInstance,
  { address, port }: ListenAddress,
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

function createExposure({ config: { server } }: HostContext): Exposure {
  return {
    ownNames: isLoopbackAddress(server.listen) ? [getLocalHost(server.listen), 'localhost'] : OWN_COMPUTER.ownNames,
    publicHosts: server.publicHosts,
    isEncrypted: server.tls !== null,
    proxies: server.proxies && createTrustedProxies(server.proxies),
    isPublic: isServing(server),
    takesAddresses: false,
  };
}

/** `null` if the service speaks plain HTTP. Throws `StartError`. */
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
    context.log.error({ err }, 'the certificate could not be read again: the previous one stays in use');
    return null;
  }
}
