import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { createPasswordHasher } from '../../../electron/base/password-hasher.ts';
import { type Backup, manifestOf } from '../../../electron/store/backups/backup-directory.ts';
import { backupWork } from '../../../electron/store/backups/backup-work.ts';
import { openStore, type Store } from '../../../electron/store/open-store.ts';
import { CHEAP_COST } from '../../support/cheap-cost.ts';
import { createFixedClock } from '../../support/fixed-clock.ts';
import { seedFixtureShop } from '../../support/shop-fixture.ts';
import { insertDelivery, insertWebhook } from '../../support/webhook-rows.ts';
import { contentOf } from './content-of.ts';

export const DAY_MS = 24 * 60 * 60 * 1_000;
export const STORE_NAME = 'tilldesk.sqlite';
export const BEGIN = Date.parse('2026-11-01T12:00:00Z');
/** Of the data folder that the shop is in. */
export const SIGNING_KEY = Buffer.alloc(32, 1);
const BACKUPS = 3;
/** Of every product, with the number of the change behind it. */
export const TITLE = 'Title of change';

/** Bytes by the ending that the part has after the name of the store. */
export type StoreParts = ReadonlyMap<string, Buffer>;

export interface LaidBackup {
  readonly backup: Backup;
  readonly bytes: Buffer;
  readonly manifest: string;
  readonly content: string;
}

/** A shop in use, as it lies on the disk, and its backups. */
export interface LaidShop {
  /** After a crash: the last writes are in the log alone. */
  readonly crashed: StoreParts;
  readonly closed: StoreParts;
  /** Digest of the rows of both. */
  readonly content: string;
  readonly shelf: string;
  /** The newest first. */
  readonly backups: readonly LaidBackup[];
  readonly eras: readonly string[];
  /** Backups that do not hold what the shop held when they were made. */
  readonly lacking: number;
}

/** Lays a shop whose log is never brought into its store, with something new in it before each backup. */
export async function layShop(folder: string): Promise<LaidShop> {
  mkdirSync(folder);
  const [file, shelf] = [join(folder, STORE_NAME), join(folder, 'backups')];
  const clock = createFixedClock(BEGIN);
  const store = await openStore({ file, clock });
  await seedFixtureShop(store.db, createPasswordHasher({ cost: CHEAP_COST }));
  const backups: LaidBackup[] = [];
  let lacking = 0;
  for (let number = 1; number <= BACKUPS; number += 1) {
    await changeShop(store, number);
    const outcome = await backupWork.make({
      ...{ file, folder: shelf, reason: 'daily', at: clock.now(), program: '0.1.0' },
      signingKey: SIGNING_KEY,
    });
    if (outcome.kind !== 'made') throw new Error(`no backup was made: ${JSON.stringify(outcome)}`);
    const laid = readBackup(outcome.backup);
    if (laid.content !== contentOf(file)) lacking += 1;
    backups.unshift(laid);
    clock.advance(DAY_MS);
  }
  // What comes now is in the log alone.
  await sql`pragma wal_checkpoint(truncate)`.execute(store.db);
  await changeShop(store, BACKUPS + 1);
  const content = contentOf(file);
  const eras = (await store.db.selectFrom('feeds').select('era').execute()).map(({ era }) => era);
  const crashed = partsOf(file, ['', '-wal']);
  await store.close();
  return { crashed, closed: partsOf(file, ['']), content, shelf, backups, eras, lacking };
}

/** Something that everybody sees, and what ends with a backup that is put back. */
export async function changeShop({ db }: Store, number: number): Promise<void> {
  await db
    .updateTable('products')
    .set({ title: `${TITLE} ${number}` })
    .execute();
  const user = await db.selectFrom('users').select(['id', 'account_id']).executeTakeFirstOrThrow();
  await db
    .insertInto('tokens')
    .values({
      token_hash: String(number).padStart(64, '0'),
      account_id: user.account_id,
      user_id: user.id,
      issued_at: BEGIN,
      expires_at: BEGIN + DAY_MS,
    })
    .execute();
  const { id } = await insertWebhook(db, { account_id: user.account_id, user_id: user.id });
  const delivery = await insertDelivery(db, id, { message_id: `msg_${number}` });
  await db
    .updateTable('webhook_deliveries')
    .set({ leased_until: BEGIN + DAY_MS })
    .where('id', '=', delivery.id)
    .execute();
}

function readBackup(backup: Backup): LaidBackup {
  return {
    backup,
    bytes: readFileSync(backup.file),
    manifest: readFileSync(manifestOf(backup.file), 'utf8'),
    content: contentOf(backup.file),
  };
}

function partsOf(file: string, endings: readonly string[]): StoreParts {
  return new Map(endings.map((ending) => [ending, readFileSync(`${file}${ending}`)]));
}
