import type { Logger } from 'pino';
import type { Notice } from '../../shared/contract/bridge.ts';
import { createApiClient } from '../api-client/api-client.ts';
import type { Clock } from '../base/clock.ts';
import { isRemoteAccount } from '../base/remote-accounts.ts';
import { describeProgram } from '../bridge/about-calls.ts';
import { createBridge } from '../bridge/bridge-handler.ts';
import { createFetchPermission, createRunningExports } from '../bridge/export-calls.ts';
import type { OpenWork, UiAddress, UiHost } from '../bridge/host.ts';
import { sendInSession } from '../bridge/signed-in-caller.ts';
import type { Config } from '../config/config.ts';
import { createExporter } from '../exports/exporter.ts';
import { createMonthPackages } from '../exports/month-package.ts';
import type { Platform } from '../platform/platform.ts';
import { type ApiDeps, buildWindowService } from '../service/build-service.ts';
import type { OpenApiDocument } from '../service/openapi/openapi-document.ts';
import { createAccessTokens } from '../service/security/access-tokens.ts';
import type { RequestJournal } from '../service/server/request-log.ts';
import type { CopyDirectory } from '../service/window/copies-routes.ts';
import type { LiveTill } from '../service/window/live-till-routes.ts';
import { createInProcessTransport } from '../session/in-process-transport.ts';
import { createSessionKeeper } from '../session/session-keeper.ts';
import type { DataFolder } from '../startup/data-folder.ts';
import type { ProgramFiles } from '../startup/program-files.ts';
import type { AskRecovery } from '../startup/recovery.ts';
import type { Teardown } from '../startup/shutdown.ts';
import type { AskPort } from '../startup/taken-port.ts';
import { createAccountsRepository } from '../store/accounts/accounts-repository.ts';
import { createCompanyRepository } from '../store/accounts/company-repository.ts';
import { createExportsRepository } from '../store/accounts/exports-repository.ts';
import { createLedgersRepository } from '../store/accounts/ledgers-repository.ts';
import { createPreferencesRepository } from '../store/accounts/preferences-repository.ts';
import { createTokensRepository } from '../store/accounts/tokens-repository.ts';
import type { Store } from '../store/open-store.ts';
import { createExportWorkers } from '../workers/export-workers.ts';
import type { WorkerPool } from '../workers/worker-pool.ts';
import { composeSchedules } from './schedules.ts';

/** What hosts of the user interface and other parts of the program are created from. */
export interface HostContext {
  readonly config: Config;
  readonly files: ProgramFiles;
  readonly folder: DataFolder;
  readonly clock: Clock;
  readonly log: Logger;
  /** Key of every proof of this run. */
  readonly nonce: string;
  /** The base address where other tools sign in during this run; `null` for this program itself. */
  readonly defaultPlatform: string | null;
  /** Closes what must not be lost before it returns, because the system then ends the process. */
  readonly stopAtOnce: () => void;
}

export interface HostFactory {
  readonly kind: 'electron' | 'browser';
  /** For a host that can ask before there is a window. Default: the start fails and names the options. */
  readonly askRecovery?: AskRecovery;
  /** For a host that can ask. Default: the start fails where another program has the port, and names the option. */
  readonly askPort?: AskPort;
  /** Shows an uncaught error before the program ends. */
  readonly showUncaughtError?: (error: unknown) => void;
  create(context: HostContext): Promise<UiHost>;
}

/** What the window needs besides its host. */
export interface WindowDeps {
  readonly apiAddress: string;
  readonly store: Store;
  readonly notices: () => readonly Notice[];
  readonly platform: Platform;
  readonly copies: CopyDirectory;
  readonly apiDeps: ApiDeps;
  /** Describes the service that listens. */
  readonly describeApi: () => OpenApiDocument;
  readonly journal: RequestJournal;
  readonly liveTill: LiveTill | null;
  readonly pool: WorkerPool;
}

/** Another program counts as using the API if it has called within this time. */
const API_IN_USE_MS = 5 * 60_000;

/** What closing the window would interrupt. */
export function describeOpenWork(
  { isIdle }: { readonly isIdle: boolean },
  { otherProgramAt }: Pick<RequestJournal, 'otherProgramAt'>,
  clock: Pick<Clock, 'now'>,
): OpenWork {
  const isApiInUse = otherProgramAt !== null && clock.now() - otherProgramAt < API_IN_USE_MS;
  return { isExporting: !isIdle, isApiInUse };
}

/** The window with what it does: sign-in, exports and the bridge. */
export async function composeWindow(
  context: HostContext,
  hosts: HostFactory,
  { apiAddress, store, notices, platform, copies, apiDeps, describeApi, journal, liveTill, pool }: WindowDeps,
  teardown: Teardown,
): Promise<UiAddress> {
  const { config, files, clock, folder, log } = context;
  const tokens = createTokensRepository(store.db);
  const ledgers = createLedgersRepository(store.db);
  const companies = createCompanyRepository(store.db);
  const preferences = createPreferencesRepository(store.db, ({ accountId, userId }, damage) =>
    log.error({ accountId, userId, ...damage }, 'the preferences of a user are damaged'),
  );
  const host = await hosts.create(context);
  teardown.add('host', () => host.close());
  const accounts = createAccountsRepository(store.db);
  const companyData = {
    ledgers: ledgers.read,
    companyName: companies.readName,
  };
  const exportContext = { platform, ...companyData, clock };
  const work = createExportWorkers({
    ...{ ...companyData, clock, pool, file: files.exportTask },
    elsewhere: { has: ({ accountId }) => isRemoteAccount(accountId), platform },
  });
  const history = createExportsRepository(store.db, clock, (id, err) =>
    log.error({ id, err }, 'an entry of the history of exports is damaged'),
  );
  // The browser host removes after a day what a killed program leaves there.
  const temporaryFolder = folder.exports;
  const exports = createExporter({ ...exportContext, work, history, temporaryFolder, log });
  const months = createMonthPackages({ ...exportContext, exporter: exports, temporaryFolder });
  teardown.add('exports', exports.close);
  const { resolve, revoke } = createAccessTokens({ tokens, platform, clock, log });
  const resolveCaller = async (token: string) => (await resolve(token))?.caller ?? null;
  const running = createRunningExports(clock.now);
  const { scheduler, schedules } = composeSchedules({
    ...{ ...exportContext, exporter: exports, months, work, temporaryFolder, log },
    ...{ db: store.db, copies, dataFolder: folder.path, begin: running.beginUnlisted, onFirstFile: host.announceFile },
    getSession: () => ({ session, resolveCaller }),
  });
  teardown.add('scheduled exports', scheduler.stop);
  const windowService = buildWindowService({
    ...{ ...apiDeps, describeApi, journal, ledgers, companies, preferences, copies, liveTill, schedules },
    async readExportHistory(caller, before) {
      const { entries, hasMore } = await exports.list(caller, before);
      return { entries: entries.map((entry) => ({ ...entry, path: host.getVisiblePath(entry.path) })), hasMore };
    },
  });
  teardown.add('service of the window', () => windowService.close());
  const closed = new AbortController();
  teardown.add('calls of the window', () => closed.abort());
  const { signal } = closed;
  const client = createApiClient({
    ...{ baseAddress: apiAddress, clock, closed: signal },
    transport: createInProcessTransport(windowService),
  });
  const session = createSessionKeeper({ client, clock, vault: host.vault, log, revoke });
  const bridge = createBridge({
    host,
    session,
    exports,
    months,
    resolveCaller,
    documentation: new URL('/docs', apiAddress),
    dataFolder: folder.path,
    uiPort: config.uiPort,
    defaultPlatform: context.defaultPlatform,
    hasOwnUsers: accounts.hasPrivateUsers,
    isPublished: async ({ account }) => (await accounts.listDemoAccounts()).includes(account),
    about: () => describeProgram({ ...context, apiAddress, versions: process.versions, notices: notices() }, host),
    platform,
    running,
    onSignedIn(user) {
      running.keepOnly(user);
      scheduler.wake();
    },
    log,
  });
  await session.restore();
  scheduler.wake();
  const core = {
    handle: bridge.handle,
    send: sendInSession(session),
    readDocumentation: (path: string) => client.send({ method: 'GET', path }),
    mayFetch: createFetchPermission({ session, resolveCaller, exports }),
  };
  return host.show(core, {
    openWork: () => describeOpenWork(running, journal, clock),
    leaveWindow: () => session.leaveWindow(running.untilIdle()),
  });
}
