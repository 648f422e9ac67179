import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { type Backup, manifestOf } from '../../../electron/store/backups/backup-directory.ts';
import { backupWork } from '../../../electron/store/backups/backup-work.ts';
import { openStore, type Store } from '../../../electron/store/open-store.ts';
import { createFixedClock } from '../../support/fixed-clock.ts';
import { seedFixtureShop } from '../../support/shop-fixture.ts';
import { digestOf, digestTables } from '../../support/table-digests.ts';
import { insertDelivery, insertWebhook } from '../../support/webhook-rows.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const STORE_NAME = 'tilldesk.sqlite';
const BEGIN = Date.parse('2026-11-01T12:00:00Z');
/** Of the data folder that the shop is in. */
export const SIGNING_KEY = Buffer.alloc(32, 1);
const BACKUPS = 3;
/** Of every product, with the number of the change behind it. */
export const TITLE = 'Title of change';
/** As SQLite names them, whatever the program takes them for. */
const STORE_ENDINGS = ['', '-wal', '-shm', '-journal'];

/** The moment so many days after the first. */
export const dayMs = (day: number) => BEGIN + day * DAY_MS;

/** Bytes by the ending that the file has after the name of the store. */
export type StoreFiles = ReadonlyMap<string, Buffer>;

/** What lies there under the name of a store. */
export function filesOf(file: string): StoreFiles {
  const endings = STORE_ENDINGS.filter((ending) => existsSync(`${file}${ending}`));
  return new Map(endings.map((ending) => [ending, readFileSync(`${file}${ending}`)]));
}

/** Digest of all rows of a store, but for what ends with a backup that is put back. */
export function contentOf(file: string): string {
  const tables = digestTables(file, ['feeds.era', 'webhook_deliveries.leased_until']);
  return digestOf(new Map([...tables].filter(([table]) => table !== 'tokens')));
}

export interface ShopPaths {
  readonly file: string;
  readonly backups: string;
  /** Where damaged data is set aside. */
  readonly damaged: string;
}

export function shopPaths(folder: string): ShopPaths {
  return {
    file: join(folder, STORE_NAME),
    backups: join(folder, 'backups'),
    damaged: join(folder, 'damaged'),
  };
}

/** What a daily backup of this shop is made of. */
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

/** A shop in use, as it lies on the disk, and its backups. */
export interface LaidShop {
  /** After a crash: the last writes are in the log alone. */
  readonly crashed: StoreFiles;
  readonly closed: StoreFiles;
  /** Digest of the rows of both. */
  readonly content: string;
  /** The folder of the backups. */
  readonly backupsFolder: string;
  /** The newest first. */
  readonly backups: readonly LaidBackup[];
  readonly eras: readonly string[];
}

/** Lays a shop whose log is never brought into its store, with something new in it before each backup. */
export async function layShop(folder: string): Promise<LaidShop> {
  mkdirSync(folder);
  const paths = shopPaths(folder);
  const { file } = paths;
  const store = await openStore({ file, clock: createFixedClock(BEGIN) });
  await seedFixtureShop(store.db);
  const backups: LaidBackup[] = [];
  for (let number = 1; number <= BACKUPS; number += 1) {
    await changeShop(store, number);
    const outcome = await backupWork.make(dailyBackup(paths, dayMs(number - 1)));
    if (outcome.kind !== 'made') throw new Error(`no backup was made: ${JSON.stringify(outcome)}`);
    const { backup } = outcome;
    const content = contentOf(backup.file);
    if (content !== contentOf(file)) throw new Error('a backup of an open shop lacks something');
    const manifest = readFileSync(manifestOf(backup.file), 'utf8');
    backups.unshift({ backup, bytes: readFileSync(backup.file), manifest, content });
  }
  // What comes now is in the log alone.
  await sql`pragma wal_checkpoint(truncate)`.execute(store.db);
  await changeShop(store, BACKUPS + 1);
  const content = contentOf(file);
  const eras = await erasOf(store);
  const crashed = new Map([...filesOf(file)].filter(([ending]) => ending !== '-shm'));
  await store.close();
  return {
    crashed,
    closed: new Map([...filesOf(file)].filter(([ending]) => ending === '')),
    ...{ content, backups, eras, backupsFolder: paths.backups },
  };
}

export async function erasOf({ db }: Store): Promise<readonly string[]> {
  return (await db.selectFrom('feeds').select('era').execute()).map(({ era }) => era);
}

/** Something that everybody sees, and what ends with a backup that is put back. */
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
