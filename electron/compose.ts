import { composeStore } from './compose-store.ts';
import { composeWindow, type HostFactory, type HostGround } from './compose-window.ts';
import { type Config, DEFAULT_LIVE_RATE } from './config.ts';
import type { LiveTill } from './core/live-till.ts';
import { createReceivers } from './feeds/receivers/receivers.ts';
import { openWebhooks } from './feeds/webhooks/open-webhooks.ts';
import { readAllowedReceivers } from './launch/allowed-receivers-file.ts';
import { chooseApiPort } from './launch/choose-api-port.ts';
import { prepareDataFolder } from './launch/data-folder.ts';
import { endOnMistakes } from './launch/end-on-mistakes.ts';
import type { InstanceClaim } from './launch/instance-file.ts';
import type { ProgramFiles } from './launch/locate-program.ts';
import { occupyDataFolder } from './launch/occupy-data-folder.ts';
import { openLog, type ProgramLog } from './launch/open-log.ts';
import type { RunningFacts } from './launch/running-lines.ts';
import { readSecretKey } from './launch/secret-key-file.ts';
import { StartError } from './launch/start-error.ts';
import { createTeardown, type Teardown } from './launch/teardown.ts';
import type { UiPlace } from './pages/ui-host.ts';
import { DEMO_PASSWORD } from './platform/embedded/demo/demo-account.ts';
import { createLiveTill } from './platform/embedded/demo/live/live-till.ts';
import { createEmbeddedPlatform } from './platform/embedded/embedded-platform.ts';
import { createPasswordHasher } from './platform/embedded/password-hasher.ts';
import { openPlatformThreads } from './platform/threads/platform-threads.ts';
import { buildService } from './service/build-service.ts';
import { ListenError, listenOnLoopback } from './service/listen.ts';
import { createRequestJournal } from './service/request-journal.ts';
import { systemClock } from './session/clock.ts';
import { createApiKeysRepository } from './store/api-keys-repository.ts';
import { asStoreError } from './store/as-store-error.ts';
import type { Store } from './store/open-store.ts';
import { createSignInFailuresRepository } from './store/sign-in-failures-repository.ts';
import { StoreError } from './store/store-error.ts';
import { createTokensRepository } from './store/tokens-repository.ts';

export interface RunningProgram extends RunningFacts {
  /** Undoes the start in reverse order, within 5 seconds. Never rejects. */
  stop(): Promise<void>;
}

const DEMO_SIGN_IN = ['demo', 'owner@demo.example', DEMO_PASSWORD];
/** The rest of the 5 seconds is for the process itself. */
const STOP_LIMIT_MS = 4_500;
/** For the calls that are under way when the program stops. */
const LONG_CALLS_LIMIT_MS = 1_000;
/** For their answers to be read; then connections are cut, whatever the other side still wanted. */
const ANSWERS_LIMIT_MS = 1_500;

/** Starts the whole program and answers once requests can be served. Throws `StartError`, all undone. */
export async function compose(
  config: Config,
  files: ProgramFiles,
  hosts: HostFactory | null,
): Promise<RunningProgram> {
  const clock = systemClock;
  const folder = prepareDataFolder(config.dataFolder);
  const startedAt = new Date(clock.now()).toISOString();
  const host = hosts?.kind ?? 'none';
  const claim = await occupyDataFolder(folder.instance, { pid: process.pid, startedAt, host });
  const { log, close: closeLog } = openLogOrRelease(folder.log, claim);
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
    const ground = { config, files, folder, clock, log, nonce: claim.nonce };
    const { apiPort, ui } = await join(ground, hosts, teardown);
    claim.publish({ apiPort, uiPort: ui?.port ?? null });
    return {
      version: files.version,
      apiAddress: addressOf(apiPort),
      ui,
      dataFolder: folder.path,
      demoSignIn: DEMO_SIGN_IN,
      livePerMinute: config.livePerMinute,
      stop: teardown.run,
    };
  } catch (error) {
    log.error({ err: error }, 'the start failed');
    await teardown.run();
    throw asStartError(asStoreError(error, folder.store));
  }
}

/** Before there is a log there is no teardown either. */
function openLogOrRelease(file: string, claim: InstanceClaim): ProgramLog {
  try {
    return openLog(file);
  } catch (error) {
    claim.release();
    throw error;
  }
}

/** The order in which the program is put together. */
async function join(
  ground: HostGround,
  hosts: HostFactory | null,
  teardown: Teardown,
): Promise<{ apiPort: number; ui: UiPlace | null }> {
  const { files, clock, folder, log, nonce } = ground;

  const wantedPort = chooseApiPort({ ...ground, hasUiPort: hosts?.kind === 'browser' });
  const secretKey = readSecretKey(folder.secretKey);
  const allowed = readAllowedReceivers(folder.allowedReceivers);
  const hasher = createPasswordHasher();
  const askRecovery = hosts?.askRecovery ?? null;
  const { store, notices } = await composeStore({ ...ground, hasher, askRecovery }, teardown);

  const threads = openPlatformThreads({
    script: files.platformThread,
    data: { file: folder.store },
    onLost: (err) => log.error({ err }, 'a thread of the platform was lost'),
  });
  teardown.add('platform threads', threads.end);
  const platform = threads.answering(createEmbeddedPlatform({ db: store.db, clock, hasher }));

  const ownPorts: number[] = [];
  const receivers = createReceivers({
    allowed,
    ownPorts: () => ownPorts,
    clock,
    version: files.version,
    log,
  });
  const webhooks = openWebhooks({ db: store.db, platform, receivers, secretKey, clock, log });
  teardown.add('webhooks', webhooks.dispatcher.stop);

  const journal = createRequestJournal();
  const service = buildService({
    platform,
    tokens: createTokensRepository(store.db),
    apiKeys: createApiKeysRepository(store.db),
    signInFailures: createSignInFailuresRepository(store.db),
    webhooks: webhooks.service,
    secretKey,
    clock,
    log,
    nonce,
    journal,
    docsFolder: files.docsFolder,
  });
  teardown.add('service', async () => {
    // A call that takes longer is not waited for: its thread ends, and it fails.
    const endLongCalls = clock.after(LONG_CALLS_LIMIT_MS, threads.end);
    const endConnections = clock.after(ANSWERS_LIMIT_MS, () => service.server.closeAllConnections());
    await service.close();
    endLongCalls();
    endConnections();
  });
  const apiPort = await listenOnLoopback(service, wantedPort);
  ownPorts.push(apiPort);
  const liveTill = await openLiveTill(ground, store, teardown);
  const window = { apiAddress: addressOf(apiPort), store, notices, platform, journal, liveTill };
  const ui = hosts && (await composeWindow(ground, hosts, window, teardown));
  if (ui?.port) ownPorts.push(ui.port);
  // Last, for only now is known where nothing may be sent to.
  await webhooks.dispatcher.start();
  return { apiPort, ui };
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
    throw new StartError('This data folder has no demo shop that could sell: leave out --live.');
  }
  if (till === null) return null;
  teardown.add('live till', till.stop);
  if (livePerMinute !== null) await till.change({ isSelling: true, perMinute });
  return till;
}

function addressOf(apiPort: number): string {
  return `http://127.0.0.1:${apiPort}`;
}

/** Turns what a person can do something about into a sentence for them. */
function asStartError(error: unknown): unknown {
  if (error instanceof ListenError) {
    const reason = error.message.replace(/\.$/, '');
    return new StartError(`${reason}: choose another one for the API with --port.`, { cause: error });
  }
  return error instanceof StoreError ? new StartError(error.message, { cause: error }) : error;
}
