import { randomBytes } from 'node:crypto';
import { composeAccounts } from './compose-accounts.ts';
import { composePlatform } from './compose-platform.ts';
import { composeRemotePlatforms } from './compose-remote-platforms.ts';
import { composeService, readTls, type ServedApi } from './compose-service.ts';
import { type ComposedStore, composeStore } from './compose-store.ts';
import { composeWindow, type HostFactory, type HostGround } from './compose-window.ts';
import { type Config, DEFAULT_LIVE_RATE } from './config.ts';
import type { LiveTill } from './core/live-till.ts';
import { createDeltaCursors } from './feeds/delta-cursors.ts';
import { createReceivers } from './feeds/receivers/receivers.ts';
import { openWebhooks } from './feeds/webhooks/open-webhooks.ts';
import { webhooksWhereKept } from './feeds/webhooks/webhooks-where-kept.ts';
import { readAllowedReceivers } from './launch/allowed-receivers-file.ts';
import { chooseApiPort } from './launch/choose-api-port.ts';
import type { PreparedFolder } from './launch/data-folder.ts';
import { endOnMistakes } from './launch/end-on-mistakes.ts';
import type { InstanceClaim } from './launch/instance-file.ts';
import type { ProgramFiles } from './launch/locate-program.ts';
import { occupyDataFolder } from './launch/occupy-data-folder.ts';
import { openLog, type ProgramLog } from './launch/open-log.ts';
import type { RunningFacts } from './launch/running-lines.ts';
import { readSecretKey, readSharedKey } from './launch/secret-key-file.ts';
import { passwordWarnings } from './launch/server/database-url.ts';
import { readableSecrets } from './launch/server/readable-secrets.ts';
import { StartError } from './launch/start-error.ts';
import { createTeardown, type Teardown } from './launch/teardown.ts';
import { readUsualPlatform } from './launch/usual-platform.ts';
import type { UiPlace } from './pages/ui-host.ts';
import { DEMO_PASSWORD } from './platform/embedded/demo/demo-account.ts';
import { createLiveTill } from './platform/embedded/demo/live/live-till.ts';
import { createPasswordHasher } from './platform/embedded/password-hasher.ts';
import type { ServiceMetrics } from './service/metrics/service-metrics.ts';
import { createRequestJournal } from './service/request-journal.ts';
import { type Clock, systemClock } from './session/clock.ts';
import { createPlatformMarks } from './session/platform-marks.ts';
import { createApiKeysRepository } from './store/api-keys-repository.ts';
import { asStoreError } from './store/as-store-error.ts';
import type { Store } from './store/open-store.ts';
import { createSignInFailuresRepository } from './store/sign-in-failures-repository.ts';
import { createSignInProofsRepository } from './store/sign-in-proofs-repository.ts';
import { StoreError } from './store/store-error.ts';
import { createTokensRepository } from './store/tokens-repository.ts';
import { readOutboxBacklog } from './store/webhooks/outbox-backlog.ts';

export interface RunningProgram extends RunningFacts {
  /** Undoes the start in reverse order, within 5 seconds after the time to drain. Never rejects. */
  stop(): Promise<void>;
  /** Reads again what a server shows to its clients; false where there is nothing of the kind. */
  reload(): boolean;
}

const DEMO_SIGN_IN = ['demo', 'owner@demo.example', DEMO_PASSWORD];
/** The rest of the 5 seconds is for the process itself. */
const STOP_LIMIT_MS = 4_500;

/** Starts the whole program and answers once requests can be served. Throws `StartError`, all undone. */
export async function compose(
  config: Config,
  files: ProgramFiles,
  hosts: HostFactory | null,
  folder: PreparedFolder,
): Promise<RunningProgram> {
  const clock = systemClock;
  const startedAt = new Date(clock.now()).toISOString();
  const host = hosts?.kind ?? 'none';
  const claim = await occupyDataFolder(folder.instance, { pid: process.pid, startedAt, host });
  const { log, close: closeLog } = openLogOrRelease(folder.log, config, claim);
  const teardown = createTeardown({
    clock,
    limitMs: STOP_LIMIT_MS,
    onProblem: (step, err) => log.error({ step, err }, 'a step of stopping failed'),
  });
  teardown.add('log', closeLog);
  const exit = (status: number) => process.exit(status);
  teardown.add('watch', endOnMistakes({ source: process, log, stop: teardown.run, exit }));
  teardown.add('discovery file', claim.release);
  try {
    const usualPlatform = readUsualPlatform({ named: config.platform, dataFolder: folder.path, log });
    const ground = { config, files, folder, clock, log, nonce: claim.nonce, usualPlatform };
    const { api, ui, accountWarnings } = await join(ground, hosts, teardown);
    const { address: apiAddress, proofPort: apiPort, proofHost, operationsAddress } = api;
    claim.publish({ apiPort, apiAddress, proofHost, uiPort: ui?.port ?? null });
    const warnings = [
      ...folder.notes,
      ...passwordWarnings(config.server.database),
      ...readableSecrets(config.server),
      ...api.warnings,
      ...accountWarnings,
    ];
    const addresses = { apiAddress, operationsAddress, platform: usualPlatform };
    log.info({ ...addresses, version: files.version, warnings }, 'the program runs');
    return {
      version: files.version,
      apiAddress,
      operationsAddress,
      warnings,
      ui,
      platform: usualPlatform,
      dataFolder: folder.path,
      demoSignIn: config.server.hasDemoShops && usualPlatform === null ? DEMO_SIGN_IN : null,
      livePerMinute: config.livePerMinute,
      reload: api.reload,
      stop: drainedStop(config, { clock, api, stop: teardown.run }),
    };
  } catch (error) {
    log.error({ err: error }, 'the start failed');
    await teardown.run();
    throw asStartError(asStoreError(error, folder.store));
  }
}

/** Before there is a log there is no teardown either. */
function openLogOrRelease(file: string, { server }: Config, claim: InstanceClaim): ProgramLog {
  try {
    return openLog(file, { instance: randomBytes(4).toString('hex'), to: server.logsTo });
  } catch (error) {
    claim.release();
    throw error;
  }
}

/** A server goes on serving for a while once it is said not to be ready: others have to notice before it is gone. */
function drainedStop(
  { server }: Config,
  {
    clock,
    api,
    stop,
  }: { readonly clock: Clock; readonly api: ServedApi; readonly stop: () => Promise<void> },
): () => Promise<void> {
  let stopping: Promise<void> | undefined;
  const drain = async () => {
    api.readiness?.stopping();
    const drained = Promise.withResolvers<void>();
    // The timers of the clock keep no process alive.
    const awake = setInterval(() => undefined, 1_000);
    clock.after(server.drainMs, drained.resolve);
    await drained.promise;
    clearInterval(awake);
    await stop();
  };
  return () => {
    stopping ??= server.drainMs > 0 ? drain() : stop();
    return stopping;
  };
}

/** The order in which the program is put together. What only a server needs is loaded by a server alone. */
async function join(
  ground: HostGround,
  hosts: HostFactory | null,
  teardown: Teardown,
): Promise<{ api: ServedApi; ui: UiPlace | null; accountWarnings: readonly string[] }> {
  const { config, files, clock, folder, log, nonce, usualPlatform } = ground;

  const wantedPort = chooseApiPort({ ...ground, hasUiPort: hosts?.kind === 'browser' });
  const { secretKeyFile } = config.server;
  const secretKey = secretKeyFile === null ? readSecretKey(folder.secretKey) : readSharedKey(secretKeyFile);
  const tls = readTls(ground);
  const metrics = hosts === null ? await openMetrics(clock) : null;
  const allowed = readAllowedReceivers(folder.allowedReceivers);
  const hasher = createPasswordHasher();
  const openStore = async (): Promise<ComposedStore> => {
    const { database, hasDemoShops } = config.server;
    if (database !== null && metrics !== null) {
      const { composeDatabase } = await import('./compose-database.ts');
      return composeDatabase(
        { source: database, hasDemoShops, secretKey, watch: metrics.store, clock, log, hasher },
        teardown,
      );
    }
    const askRecovery = hosts?.askRecovery ?? null;
    return composeStore({ ...ground, hasher, askRecovery, watch: metrics?.store }, teardown);
  };
  const { store, notices } = await openStore();
  const accountWarnings = await composeAccounts(config, store);

  const { platform: builtIn, endLongCalls } = composePlatform(ground, { store, hasher }, teardown);
  const several = composeRemotePlatforms(ground, { builtIn, store, hasher, usualPlatform }, teardown);
  const { platform, copies } = several;

  const ownPorts: number[] = [];
  const receivers = createReceivers({
    allowed,
    ownPorts: () => ownPorts,
    clock,
    version: files.version,
    log,
  });
  // Of other deployments nothing is gathered here: they deliver themselves.
  const webhooks = openWebhooks({
    db: store.db,
    platform: builtIn,
    receivers,
    secretKey,
    clock,
    log,
    onSettled: metrics?.attempted,
  });
  metrics?.watchOutbox(() => readOutboxBacklog(store.db));
  teardown.add('webhooks', webhooks.dispatcher.stop);

  const marks = createPlatformMarks();
  const journal = createRequestJournal();
  const deps = {
    platform,
    tokens: createTokensRepository(store.db),
    apiKeys: createApiKeysRepository(store.db),
    signInFailures: createSignInFailuresRepository(store.db),
    signInProofs: createSignInProofsRepository(store.db),
    usualPlatform,
    webhooks: webhooksWhereKept({ platform, here: webhooks.service, there: several.webhooks }),
    readPlatformMark: marks.read,
    secretKey,
    clock,
    log,
    nonce,
    journal,
    docsFolder: files.docsFolder,
  };
  const api = await composeService(
    ground,
    { deps, store, tls, metrics, port: wantedPort, endLongCalls },
    teardown,
  );
  ownPorts.push(api.port, api.proofPort);
  const liveTill = await openLiveTill(ground, store, teardown);
  const window = {
    ...{ apiAddress: api.address, store, notices, platform, copies },
    ...{ markOf: marks.mark, journal, liveTill, cursors: createDeltaCursors({ key: secretKey, clock }) },
  };
  const ui = hosts && (await composeWindow(ground, hosts, window, teardown));
  if (ui?.port) ownPorts.push(ui.port);
  // Last, for only now is known where nothing may be sent to.
  await webhooks.dispatcher.start();
  return { api, ui, accountWarnings };
}

async function openMetrics(clock: Clock): Promise<ServiceMetrics> {
  const { createServiceMetrics } = await import('./service/metrics/service-metrics.ts');
  return createServiceMetrics(clock);
}

/** Null where there is no demo shop that could sell; throws `StartError` where it was asked to. */
async function openLiveTill(
  { config: { livePerMinute }, clock, log }: HostGround,
  { db }: Store,
  teardown: Teardown,
): Promise<LiveTill | null> {
  const perMinute = livePerMinute ?? DEFAULT_LIVE_RATE;
  const till = await createLiveTill({ db, clock, log, perMinute });
  if (till === null && livePerMinute !== null) {
    throw new StartError('There is no demo shop here that could sell: leave out --live.');
  }
  if (till === null) return null;
  teardown.add('live till', till.stop);
  if (livePerMinute !== null) await till.change({ isSelling: true, perMinute });
  return till;
}

/** Turns what a person can do something about into a sentence for them. */
function asStartError(error: unknown): unknown {
  return error instanceof StoreError ? new StartError(error.message, { cause: error }) : error;
}
