import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { type Backup, getManifestPath } from '../../../electron/store/backups/backup-directory.ts';
import { backupWork } from '../../../electron/store/backups/backup-work.ts';
import { openStore, type Store } from '../../../electron/store/open-store.ts';
import { createFixedClock } from '../../support/fixed-clock.ts';
import { seedFixtureShop } from '../../support/shop-fixture.ts';
import { digestAll, digestTables } from '../../support/table-digests.ts';
import { insertDelivery, insertWebhook } from '../../support/webhook-rows.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const STORE_NAME = 'tilldesk.sqlite';
const BEGIN = Date.parse('2026-11-01T12:00:00Z');
/** The key in the data folder of the shop, which signs manifests. */
export const SIGNING_KEY = Buffer.alloc(32, 1);
const BACKUPS = 3;
/** Every product gets this title, followed by the number of the change. */
export const TITLE = 'Title of change';
/** The endings that SQLite gives the files of a database. */
const STORE_ENDINGS = ['', '-wal', '-shm', '-journal'];

/** The time this many days after the first backup. */
export const dayMs = (day: number) => BEGIN + day * DAY_MS;

/** The bytes of each file, by its ending. */
export type StoreFiles = ReadonlyMap<string, Buffer>;

/** Reads the files of a store that exist. */
export function readStoreFiles(file: string): StoreFiles {
  const endings = STORE_ENDINGS.filter((ending) => existsSync(`${file}${ending}`));
  return new Map(endings.map((ending) => [ending, readFileSync(`${file}${ending}`)]));
}

/** Digests all rows of a store, except those that a restored backup loses on purpose: tokens, leases and eras. */
export function digestContent(file: string): string {
  const tables = digestTables(file, ['feeds.era', 'webhook_deliveries.leased_until']);
  return digestAll(new Map([...tables].filter(([table]) => table !== 'tokens')));
}

export interface ShopPaths {
  readonly file: string;
  readonly backups: string;
  /** Where damaged data is set aside. */
  readonly damaged: string;
}

export function listShopPaths(folder: string): ShopPaths {
  return {
    file: join(folder, STORE_NAME),
    backups: join(folder, 'backups'),
    damaged: join(folder, 'damaged'),
  };
}

/** The request for a daily backup of this shop. */
export const dailyBackup = ({ file, backups }: ShopPaths, at: number) => ({
  ...({ file, folder: backups, reason: 'daily', at, program: '0.1.0' } as const),
  signingKey: SIGNING_KEY,
});

export interface LaidBackup {
  readonly backup: Backup;
  readonly bytes: Buffer;
  readonly manifest: string;
  readonly content: string;
}

/** A shop in use, as it is on the disk, and its backups. */
export interface LaidShop {
  /** After a crash: the last writes are only in the log. */
  readonly crashed: StoreFiles;
  readonly closed: StoreFiles;
  /** Digest of the rows of both. */
  readonly content: string;
  /** The folder of the backups. */
  readonly backupsFolder: string;
  /** Newest first. */
  readonly backups: readonly LaidBackup[];
  readonly eras: readonly string[];
}

/** Creates a shop whose log is never checkpointed, with something new in it before each backup. */
export async function layShop(folder: string): Promise<LaidShop> {
  mkdirSync(folder);
  const paths = listShopPaths(folder);
  const { file } = paths;
  const store = await openStore({ file, clock: createFixedClock(BEGIN) });
  await seedFixtureShop(store.db);
  const backups: LaidBackup[] = [];
  for (let number = 1; number <= BACKUPS; number += 1) {
    await changeShop(store, number);
    const outcome = await backupWork.make(dailyBackup(paths, dayMs(number - 1)));
    if (outcome.kind !== 'made') throw new Error(`no backup was made: ${JSON.stringify(outcome)}`);
    const { backup } = outcome;
    const content = digestContent(backup.file);
    if (content !== digestContent(file)) throw new Error('a backup of an open shop lacks something');
    const manifest = readFileSync(getManifestPath(backup.file), 'utf8');
    backups.unshift({ backup, bytes: readFileSync(backup.file), manifest, content });
  }
  // Later writes are only in the log.
  await sql`pragma wal_checkpoint(truncate)`.execute(store.db);
  await changeShop(store, BACKUPS + 1);
  const content = digestContent(file);
  const eras = await readEras(store);
  const crashed = new Map([...readStoreFiles(file)].filter(([ending]) => ending !== '-shm'));
  await store.close();
  return {
    crashed,
    closed: new Map([...readStoreFiles(file)].filter(([ending]) => ending === '')),
    ...{ content, backups, eras, backupsFolder: paths.backups },
  };
}

export async function readEras({ db }: Store): Promise<readonly string[]> {
  return (await db.selectFrom('feeds').select('era').execute()).map(({ era }) => era);
}

/** Changes something that everybody sees, and something that a restore removes. */
export async function changeShop({ db }: Store, number: number): Promise<void> {
  await db
    .updateTable('products')
    .set({ title: `${TITLE} ${number}` })
    .execute();
  const { id: user_id, account_id } = await db
    .selectFrom('users')
    .select(['id', 'account_id'])
    .executeTakeFirstOrThrow();
  const token_hash = String(number).padStart(64, '0');
  await db
    .insertInto('tokens')
    .values({ token_hash, account_id, user_id, issued_at: BEGIN, expires_at: BEGIN + DAY_MS })
    .execute();
  const webhook = await insertWebhook(db, { account_id, user_id });
  const delivery = await insertDelivery(db, webhook.id, { message_id: `msg_${number}` });
  await db
    .updateTable('webhook_deliveries')
    .set({ leased_until: BEGIN + DAY_MS })
    .where('id', '=', delivery.id)
    .execute();
}
