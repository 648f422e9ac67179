import { statSync } from 'node:fs';
import type { Logger } from 'pino';
import type { Notice } from '../../shared/contract/bridge.ts';
import type { Clock } from '../base/clock.ts';
import { StartError } from '../base/errors.ts';
import type { PasswordHasher } from '../base/password-hasher.ts';
import { deriveKey } from '../base/secret-box.ts';
import type { Config } from '../config/config.ts';
import { isServing } from '../config/server-config.ts';
import { hasFixedShops, openDemoShops } from '../platform/demo/open-demo-shops.ts';
import { createPrivateFile, type DataFolder } from '../startup/data-folder.ts';
import type { ProgramFiles } from '../startup/program-files.ts';
import {
  type AskRecovery,
  createDataNotices,
  RecoveryDeclined,
  RecoveryNeeded,
  type RecoveryOffer,
} from '../startup/recovery.ts';
import type { Teardown } from '../startup/shutdown.ts';
import { createAccountsRepository } from '../store/accounts/accounts-repository.ts';
import { isSigned, readDirectory, SIGNING_PURPOSE } from '../store/backups/backup-directory.ts';
import { backUpBeforeMigration, createPooledBackupWork } from '../store/backups/backup-work.ts';
import { startDailyBackups } from '../store/backups/make-backup.ts';
import { recoverStore } from '../store/backups/recover-store.ts';
import type { ReportUpdate } from '../store/migrations/migrate-store.ts';
import { openStore, type Store, type StoreWatch } from '../store/open-store.ts';
import { restoreStoreError, toStoreError } from '../store/store-error.ts';
import type { WorkerPool } from '../workers/worker-pool.ts';

/** What is needed to open, back up and recover a store. */
export interface StoreContext {
  readonly config: Pick<Config, 'recovery' | 'server'>;
  readonly files: Pick<ProgramFiles, 'version' | 'backupTask' | 'migrationTask' | 'demoTask'>;
  readonly folder: Pick<DataFolder, 'store' | 'backups' | 'damaged'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly pool: WorkerPool;
  readonly hasher: PasswordHasher;
  /** Secret key of the data folder: signs its backups. */
  readonly secretKey: Uint8Array;
  /** `null` if nobody can be asked. */
  readonly askRecovery: AskRecovery | null;
  readonly watch?: StoreWatch | undefined;
  readonly reportUpdate: ReportUpdate;
}

export interface ComposedStore {
  readonly store: Store;
  /** Reads when the last good backup was made, in milliseconds since the epoch; absent if others make the backups. */
  readonly readLastBackup?: () => number | null;
  /** Notices for the user about the data. */
  readonly notices: () => readonly Notice[];
}

/**
 * Opens the store, with its demo shops if it has any, and starts its backups. A damaged store is recovered. Throws
 * `StartError`.
 */
export async function composeStore(context: StoreContext, teardown: Teardown): Promise<ComposedStore> {
  const { files, folder, clock, log, pool } = context;
  teardown.add('workers of a failed start', pool.close);
  const signingKey = deriveKey(context.secretKey, SIGNING_PURPOSE);
  const work = createPooledBackupWork((request) => pool.run(files.backupTask, request));
  const createOrder = () => ({
    ...{ file: folder.store, folder: folder.backups },
    ...{ at: clock.now(), program: files.version, signingKey },
  });
  // In a worker: a step may take minutes, in which the program still reports its progress.
  const updateStore = async () => {
    context.reportUpdate('Making a backup before the data is updated for this version.');
    await backUpBeforeMigration(work, createOrder());
    await pool
      .run<string, void, string>(files.migrationTask, folder.store, { onProgress: context.reportUpdate })
      .catch((error) => {
        throw restoreStoreError(error);
      });
  };
  const isStoreNew = (statSync(folder.store, { throwIfNoEntry: false })?.size ?? 0) === 0;
  const { store, recovery } = await recoverStore({
    ...{ file: folder.store, backups: folder.backups, damaged: folder.damaged, clock, work, signingKey },
    open: () => openWithShops(context, updateStore),
    isInspected: context.config.recovery !== null,
    choose: (damaged) => chooseRecovery(context, { ...damaged, damagedFolder: folder.damaged }),
  });
  teardown.add('store', store.close);
  // Workers have connections to the store, so they end before it closes.
  teardown.add('workers', pool.close);
  if (recovery !== null) log.error({ recovery }, 'a damaged store was set aside');
  if (recovery === null && context.config.recovery !== null) {
    throw new StartError('The data file is intact and unchanged: start without --recover.');
  }
  // An unsigned backup does not delay the next one.
  const findNewest = () => readDirectory(folder.backups).backups.find((backup) => isSigned(backup, signingKey)) ?? null;
  const backups = startDailyBackups({
    ...{ clock, log, isStoreNew },
    newest: findNewest,
    make: () => work.make({ ...createOrder(), reason: 'daily' }),
  });
  teardown.add('daily backups', backups.stop);
  return {
    store,
    readLastBackup() {
      const newest = findNewest();
      return newest && Date.parse(newest.madeAt);
    },
    notices: () => createDataNotices({ recovery, backupProblem: backups.problem, backups: folder.backups }),
  };
}

async function openWithShops(context: StoreContext, beforeMigrations: () => Promise<void>): Promise<Store> {
  const { config, folder, clock, watch } = context;
  createPrivateFile(folder.store);
  const store = await openStore({ file: folder.store, clock, beforeMigrations, watch });
  try {
    if (config.server.hasDemoShops) await makeDemoShops(context, store);
    return store;
  } catch (error) {
    await store.close();
    throw toStoreError(error, folder.store);
  }
}

/** In a worker: it takes seconds, which would block the window. */
async function makeDemoShops({ files, folder, clock, hasher, pool }: StoreContext, { db }: Store): Promise<void> {
  if (await hasFixedShops(db)) return openDemoShops({ db, clock, hasher });
  try {
    await pool.run(files.demoTask, folder.store);
  } catch (error) {
    throw restoreStoreError(error);
  }
}

async function chooseRecovery(
  { config, askRecovery }: StoreContext,
  offer: RecoveryOffer,
): Promise<'backup' | 'unverified' | 'new'> {
  const { recovery } = config;
  if (recovery === 'new' || (recovery !== null && offer[recovery] !== null)) return recovery;
  if (askRecovery === null) throw new RecoveryNeeded(offer);
  const choice = await askRecovery(offer);
  if (choice === 'quit') throw new RecoveryDeclined(offer.damage);
  return choice;
}

/**
 * Returns warnings about who may sign in. Throws `StartError` if a store has users of the demo, whose password is
 * published, without `--demo`.
 */
export async function composeAccounts(
  { server, platform }: Pick<Config, 'server' | 'platform'>,
  { db }: Store,
): Promise<readonly string[]> {
  const accounts = createAccountsRepository(db);
  const published = (await accounts.listDemoAccounts()).join(', ');
  if (published !== '' && !server.hasDemoShops) {
    throw new StartError(
      `The store has users of the demo (${published}), whose password is published: lock them out with ` +
        'npm run accounts -- deactivate --account NAME, or start with --demo.',
    );
  }
  if (published !== '' && isServing(server)) {
    return [`Anyone who reaches this server can sign in to ${published}: that password is published.`];
  }
  if (platform !== null || (await accounts.hasUsers())) return [];
  return ['Nobody can sign in here yet: npm run accounts -- create makes an account with its first owner.'];
}
