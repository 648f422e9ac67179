import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { systemClock } from '../base/clock.ts';
import { StartError, TemporaryStartError } from '../base/errors.ts';
import { createPasswordHasher } from '../base/password-hasher.ts';
import type { UiAddress } from '../bridge/host.ts';
import { readAllowedReceivers } from '../config/allowed-receivers.ts';
import { type Config, DEFAULT_LIVE_RATE } from '../config/config.ts';
import { chooseApiPort, readDefaultPlatform } from '../config/settings-file.ts';
import { createLiveTill } from '../platform/demo/live/live-till.ts';
import { DEMO_PASSWORD } from '../platform/demo/open-demo-shops.ts';
import { createChangedKeysReader } from '../platform/embedded/embedded-changes.ts';
import { PlatformError } from '../platform/platform-error.ts';
import { createRequestJournal } from '../service/server/request-log.ts';
import type { LiveTill } from '../service/window/live-till-routes.ts';
import type { PreparedFolder } from '../startup/data-folder.ts';
import type { DataFolderLock } from '../startup/data-folder-lock.ts';
import { publishInstance, removeInstance } from '../startup/instance-file.ts';
import { openLog, type ProgramLog } from '../startup/log-file.ts';
import type { ProgramFiles } from '../startup/program-files.ts';
import {
  createSecretKey,
  listPasswordWarnings,
  listReadableSecrets,
  readSecretKey,
  readSharedKey,
  saveSecretKey,
} from '../startup/secret-files.ts';
import { createTeardown, endOnUncaughtErrors, type Teardown } from '../startup/shutdown.ts';
import { occupyDataFolder } from '../startup/single-instance.ts';
import { createApiKeysRepository } from '../store/accounts/api-keys-repository.ts';
import { createSignInFailuresRepository } from '../store/accounts/sign-in-attempts-repository.ts';
import { createSignInProofsRepository } from '../store/accounts/sign-in-proofs-repository.ts';
import { createTokensRepository } from '../store/accounts/tokens-repository.ts';
import { closeStoresSync, type Store } from '../store/open-store.ts';
import { DatabaseAwayError, NewerSchemaError, StoreError, toStoreError } from '../store/store-error.ts';
import { createOwnWebhooks, hasSealedSecrets } from '../store/webhooks/active-webhooks.ts';
import { readOutboxBacklog } from '../store/webhooks/delivery-log-queries.ts';
import { createReceivers, openWebhooks, routeWebhooks } from '../webhooks/open-webhooks.ts';
import { createWorkerPool } from '../workers/worker-pool.ts';
import { createDataUpdate } from './data-update.ts';
import { composePlatform, composeRemotePlatforms } from './platforms.ts';
import { composeService, readTls, type ServedApi } from './service.ts';
import { type ComposedStore, composeAccounts, composeStore } from './store.ts';
import { composeWindow, type HostContext, type HostFactory } from './window.ts';

export interface RunningProgram extends RunningFacts {
  /** Undoes the start in reverse order, within 12 seconds after the time to drain. Never rejects. */
  stop(): Promise<void>;
  /**
   * Opens the log and reads the certificate again, on a hang-up. False for a program with a window, which ends instead.
   */
  reload(): boolean;
}

const DEMO_SIGN_IN = ['demo', 'owner@demo.example', DEMO_PASSWORD];

/** A step takes at most half of what is left: calls in progress get their 5 seconds. */
const STOP_LIMIT_MS = 12_000;

/** Starts the whole program and resolves when it can serve requests. Throws `StartError` after everything is undone. */
export async function compose(
  config: Config,
  files: ProgramFiles,
  hosts: HostFactory | null,
  folder: PreparedFolder,
): Promise<RunningProgram> {
  const clock = systemClock;
  const startedAt = new Date(clock.now()).toISOString();
  const host = hosts?.kind ?? 'none';
  const nonce = randomBytes(32).toString('hex');
  const lock = await occupyDataFolder(folder);
  const { log, close: closeLog, reopen: reopenLog } = openLogOrRelease(folder.log, config, lock);
  const teardown = createTeardown({
    clock,
    limitMs: STOP_LIMIT_MS,
    onProblem: (step, err) => log.error({ step, err }, 'a step of the shutdown failed'),
  });
  teardown.add('log', closeLog);
  teardown.add('last line', () => log.info('the program has stopped'));
  const exit = (status: number) => process.exit(status);
  const show = hosts?.showUncaughtError;
  teardown.add('watch', endOnUncaughtErrors({ source: process, log, stop: teardown.run, show, exit }));
  const release = () => {
    // Otherwise the file may belong to the next program.
    if (lock.isHeld) removeInstance(folder.instance);
    lock.release();
  };
  teardown.add('data folder', release);
  try {
    const defaultPlatform = readDefaultPlatform(config.platform, folder.path, log);
    const stopAtOnce = () => attemptAll([release, closeStoresSync, closeLog], log);
    const context = { config, files, folder, clock, log, nonce, defaultPlatform, stopAtOnce };
    const { api, ui, accountWarnings } = await joinParts(context, hosts, teardown);
    const { address: apiAddress, proofPort: apiPort, proofHost, operationsAddress } = api;
    publishInstance(folder.instance, {
      ...{ pid: process.pid, startedAt, host, nonce },
      ...{ apiPort, apiAddress, proofHost, uiPort: ui?.port ?? null },
    });
    const warnings = [
      ...folder.notes,
      ...listPasswordWarnings(config.server),
      ...listReadableSecrets(config.server),
      ...api.warnings,
      ...accountWarnings,
    ];
    const addresses = { apiAddress, operationsAddress, platform: defaultPlatform };
    log.info({ ...addresses, version: files.version, warnings }, 'the program runs');
    return {
      version: files.version,
      apiAddress,
      operationsAddress,
      warnings,
      ui,
      platform: defaultPlatform,
      dataFolder: folder.path,
      demoSignIn: config.server.hasDemoShops && defaultPlatform === null ? DEMO_SIGN_IN : null,
      livePerMinute: config.livePerMinute,
      reload() {
        if (hosts !== null) return false;
        reopenLog();
        api.reloadCertificate();
        return true;
      },
      stop: createStop(config, { clock, log, api, stop: teardown.run }),
    };
  } catch (error) {
    const failure = toStoreError(error, folder.store);
    const reported = failure instanceof StoreError ? toStartError(failure) : failure;
    log.error({ err: reported }, 'the start failed');
    await teardown.run();
    throw reported;
  }
}

function toStartError(cause: StoreError): StartError {
  const Failure = cause.code === 'unavailable' ? TemporaryStartError : StartError;
  return new Failure(cause.message, { cause });
}

/** `composeDatabase` logs an outage once: the calls and loops that meet it do not log it again. */
function isOutage(error: unknown): boolean {
  const failure = error instanceof PlatformError ? error.cause : error;
  return failure instanceof DatabaseAwayError || failure instanceof NewerSchemaError;
}

/** Without a log there is no teardown yet. */
function openLogOrRelease(file: string, { server }: Config, lock: DataFolderLock): ProgramLog {
  try {
    const instance = randomBytes(4).toString('hex');
    return openLog(file, { instance, to: server.logsTo, isLoggedAlready: isOutage });
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Runs every step, even after one fails. */
function attemptAll(steps: readonly (() => void)[], log: Pick<Logger, 'error'>): void {
  for (const step of steps) {
    try {
      step();
    } catch (err) {
      log.error({ err }, 'a step of the immediate shutdown failed');
    }
  }
}

interface StopDeps extends Pick<HostContext, 'clock' | 'log'> {
  readonly api: ServedApi;
  readonly stop: () => Promise<void>;
}

/**
 * A server continues to serve for a while after it has reported not to be ready: load balancers have to notice first.
 */
function createStop({ server }: Config, { clock, log, api, stop }: StopDeps): () => Promise<void> {
  let stopping: Promise<void> | undefined;
  const drain = async () => {
    api.readiness?.markStopping();
    const drained = Promise.withResolvers<void>();
    // The timers of the clock keep no process alive.
    const awake = setInterval(() => undefined, 1_000);
    clock.after(server.drainMs, drained.resolve);
    await drained.promise;
    clearInterval(awake);
    await stop();
  };
  return () => {
    if (stopping === undefined) log.info({ drainMs: server.drainMs }, 'the program is stopping');
    stopping ??= server.drainMs > 0 ? drain() : stop();
    return stopping;
  };
}

/** Puts the program together in order. Parts that only a server needs are loaded by servers only. */
async function joinParts(
  context: HostContext,
  hosts: HostFactory | null,
  teardown: Teardown,
): Promise<{ api: ServedApi; ui: UiAddress | null; accountWarnings: readonly string[] }> {
  const { config, files, clock, folder, log, nonce, defaultPlatform } = context;

  const wantedPort = chooseApiPort({ ...context, hasUiPort: hosts?.kind === 'browser' });
  const { secretKeyFile } = config.server;
  const storedKey = secretKeyFile === null ? readSecretKey(folder.secretKey) : readSharedKey(secretKeyFile);
  const secretKey = storedKey ?? createSecretKey();
  const tls = readTls(context);
  const metrics =
    hosts === null ? (await import('../service/metrics/service-metrics.ts')).createServiceMetrics(clock) : null;
  const allowed = readAllowedReceivers(folder.allowedReceivers);
  const hasher = createPasswordHasher();
  const pool = createWorkerPool({
    data: { file: folder.store },
    clock,
    onLost: (err) => log.error({ err }, 'a worker was lost'),
  });
  const update = createDataUpdate({
    ...{ server: config.server, tls, apiPort: wantedPort, isHeadless: hosts === null, log },
  });
  const reportUpdate = update.report;
  const openStore = async (): Promise<ComposedStore> => {
    const { database: source, hasDemoShops } = config.server;
    if (source === null || metrics === null) {
      const askRecovery = hosts?.askRecovery ?? null;
      return composeStore(
        { ...context, pool, hasher, secretKey, askRecovery, watch: metrics?.store, reportUpdate },
        teardown,
      );
    }
    const { composeDatabase } = await import('./database.ts');
    const { store: watch } = metrics;
    return composeDatabase({ source, hasDemoShops, secretKey, watch, reportUpdate, clock, log, hasher }, teardown);
  };
  const { store, notices, readLastBackup } = await openStore().finally(update.end);
  if (readLastBackup) metrics?.watchBackups(readLastBackup);
  if (storedKey === null) {
    await refuseLostKey(store, folder.secretKey);
    saveSecretKey(folder.secretKey, secretKey);
  }
  const accountWarnings = await composeAccounts(config, store);

  const builtIn = composePlatform(context, { store, hasher, pool });
  const several = composeRemotePlatforms(context, { builtIn, store, hasher, defaultPlatform }, teardown);
  const { platform, copies } = several;

  const ownPorts: number[] = [];
  const receivers = createReceivers({ allowed, ownPorts: () => ownPorts, clock, version: files.version, log });
  // Other deployments send webhooks themselves.
  const webhooks = openWebhooks({
    ...{ db: store.db, platform: builtIn, receivers, secretKey, clock, log },
    // The feed is a few rows of an index, which needs no worker.
    readChangedKeys: createChangedKeysReader(store.db),
    onSettled: metrics?.countAttempt,
  });
  metrics?.watchOutbox(() => readOutboxBacklog(store.db));
  teardown.add('webhooks', webhooks.dispatcher.stop);

  const journal = createRequestJournal();
  const deps = {
    platform,
    tokens: createTokensRepository(store.db),
    apiKeys: createApiKeysRepository(store.db),
    signInFailures: createSignInFailuresRepository(store.db),
    signInProofs: createSignInProofsRepository(store.db),
    ownWebhooks: createOwnWebhooks(store.db),
    defaultPlatform,
    webhooks: routeWebhooks({ platform, here: webhooks.service, askThere: several.askWebhooks }),
    secretKey,
    clock,
    log,
    nonce,
    journal,
    docsFolder: files.docsFolder,
  };
  const askPort = hosts?.askPort ?? null;
  const listening = { deps, store, tls, metrics, port: wantedPort, askPort };
  const api = await composeService(context, listening, teardown);
  ownPorts.push(api.port, api.proofPort);
  const liveTill = await openLiveTill(context, store, teardown);
  const window = {
    ...{ apiAddress: api.address, store, notices, platform, copies, pool },
    ...{ journal, liveTill },
    ...{ apiDeps: deps, describeApi: api.describeApi },
  };
  const ui = hosts && (await composeWindow(context, hosts, window, teardown));
  if (ui?.port) ownPorts.push(ui.port);
  // Last, because the own ports, to which nothing may be sent, are only known now.
  await webhooks.dispatcher.start();
  return { api, ui, accountWarnings };
}

/** With a new key no webhook secret could be opened, and every webhook would be disabled. Throws `StartError`. */
async function refuseLostKey({ db }: Store, file: string): Promise<void> {
  if (!(await hasSealedSecrets(db))) return;
  throw new StartError(
    `The secrets of the webhooks are sealed with a key that is missing. Put the file secret.key of this data back at ${file}. ` +
      'If it is lost, docs/data.md says how to start with a new one.',
  );
}

/** Returns `null` if there is no demo shop. Throws `StartError` if `--live` was given all the same. */
async function openLiveTill(
  { config: { livePerMinute }, clock, log }: HostContext,
  { db }: Store,
  teardown: Teardown,
): Promise<LiveTill | null> {
  const perMinute = livePerMinute ?? DEFAULT_LIVE_RATE;
  const till = await createLiveTill({ db, clock, log, perMinute });
  if (till === null && livePerMinute !== null) {
    throw new StartError('There is no demo shop here: leave out --live.');
  }
  if (till === null) return null;
  teardown.add('live till', till.stop);
  if (livePerMinute !== null) await till.change({ isSelling: true, perMinute });
  return till;
}

interface RunningFacts {
  readonly version: string;
  readonly apiAddress: string;
  /** `null` without a user interface. */
  readonly ui: UiAddress | null;
  /** Where other tools sign in, from an option or the settings; `null` for this program itself. */
  readonly platform: string | null;
  readonly dataFolder: string;
  /** Account, e-mail address and password of the demo shop; `null` if there is none. */
  readonly demoSignIn: readonly string[] | null;
  /** Actions of the demo shop per minute; `null` if it does not sell. */
  readonly livePerMinute: number | null;
  /** Where operators read health and metrics; `null` if that is the API. */
  readonly operationsAddress: string | null;
  /** Sentences about problems. */
  readonly warnings: readonly string[];
}

/** The output for the person who started the program. */
export function formatRunning(facts: RunningFacts): string[] {
  const { version, apiAddress, platform, ui, dataFolder, demoSignIn, livePerMinute, operationsAddress } = facts;
  return [
    `Tilldesk ${version} is running.`,
    `  API      ${apiAddress}`,
    ...(operationsAddress === null ? [] : [`  Operate  ${operationsAddress}`]),
    ...(ui === null ? [] : [`  Window   ${ui.description}`]),
    ...(platform === null ? [] : [`  Platform ${platform} (where other tools sign in)`]),
    `  Data     ${dataFolder}`,
    ...(demoSignIn === null ? [] : [`  Sign-in  ${demoSignIn.join(' / ')}`]),
    ...(livePerMinute === null ? [] : [`  Live     the demo shop sells, about ${livePerMinute} actions a minute`]),
    ...facts.warnings.map((warning) => `  Note     ${warning}`),
    '  Stop     Ctrl+C',
  ];
}
