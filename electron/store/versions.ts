import { type RawBuilder, sql } from 'kysely';
import type { StoreDb, VersionSubject } from './schema.ts';

/** Invalidates everything cached of the subject; see `VersionsTable`. */
export async function raiseVersion(db: StoreDb, accountId: number, subject: VersionSubject): Promise<void> {
  await buildVersionRaise(sql`select cast(${accountId} as bigint) as account_id`, subject).execute(db);
}

/** `accounts` is a query with them as its only column. */
export function buildVersionRaise(accounts: RawBuilder<number>, subject: VersionSubject): RawBuilder<unknown> {
  return sql`
    insert into versions (account_id, subject, version)
    select account_id, ${sql.lit(subject)}, 1 from (${accounts}) as accounts where true
    on conflict (account_id, subject) do update set version = versions.version + 1`;
}

/** Returns the versions of the subjects as one text. It changes when any of them does. */
export async function readVersions(db: StoreDb, accountId: number, subjects: readonly VersionSubject[]) {
  const rows = await db
    .selectFrom('versions')
    .select(['subject', 'version'])
    .where('account_id', '=', accountId)
    .where('subject', 'in', subjects)
    .orderBy('subject')
    .execute();
  return rows.map(({ subject, version }) => `${subject} ${version}`).join();
}
