import { type Kysely, sql } from 'kysely';
import { dialectOf } from '../dialects/dialect-of.ts';

/**
 * Gives PostgreSQL the function `next_change(account, feed)`: the version and the moment of a change that is being
 * recorded. A row that is written again and again in one transaction costs there as much each time as it was written
 * before. So the more changes a transaction records, the more versions it reserves at once in `feeds`, beyond the first
 * 16; what it does not use is left out. What is reserved is kept with the transaction, and holds as long as nobody else
 * wrote the row of `feeds`: this also is what keeps transactions apart, so that versions grow with the commits.
 */
export async function createNextChange<Schema>(db: Kysely<Schema>): Promise<void> {
  if (dialectOf(db) === 'sqlite') return;
  await sql`create function next_change(of_account bigint, of_feed text)
    returns table (version bigint, changed_at bigint) language plpgsql as $$
    declare
      setting text := 'tilldesk.reserved_' || of_feed;
      reserved text[] := string_to_array(coalesce(current_setting(setting, true), ''), ' ');
      current_era text;
      last_reserved bigint;
      moment bigint;
      last_given bigint;
      given bigint := 0;
      further bigint;
    begin
      select feeds.era, feeds.version, feeds.changed_at into current_era, last_reserved, moment
        from feeds where feeds.account_id = of_account and feeds.feed = of_feed;
      if reserved[1] = current_era and reserved[2]::bigint = last_reserved then
        last_given := reserved[3]::bigint;
        given := reserved[4]::bigint;
      end if;
      if last_given is null or last_given = last_reserved then
        further := greatest(given - 15, 1);
        insert into feeds (account_id, feed, version, changed_at) values (of_account, of_feed, further, now_ms())
          on conflict (account_id, feed) do update
          set version = feeds.version + excluded.version,
            changed_at = greatest(feeds.changed_at, excluded.changed_at)
          returning feeds.era, feeds.version, feeds.changed_at into current_era, last_reserved, moment;
        last_given := last_reserved - further;
      end if;
      last_given := last_given + 1;
      perform set_config(setting, concat_ws(' ', current_era, last_reserved, last_given, given + 1), true);
      return query select last_given, moment;
    end $$`.execute(db);
}
