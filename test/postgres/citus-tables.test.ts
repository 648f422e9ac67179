import { readFileSync } from 'node:fs';
import { Client } from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { projectPath } from '../../scripts/launching/project-paths.mjs';
import { openDatabase } from './open-database.ts';

/**
 * Stands for Citus: its two functions refuse what its documentation says that they refuse ("Creating and Modifying Distributed
 * Objects (DDL)", docs.citusdata.com): keys without the distribution column, references to a table that lies elsewhere.
 */
const STAND_IN = `
  create schema citus_stand_in;
  create table citus_stand_in.placed (name text primary key, kind text not null);
  create function citus_stand_in.misplaced(of regclass) returns setof text language sql as $$
    select format('the key %s of %s lacks account_id', indexrelid::regclass, of) from pg_index
      where indrelid = of and indisunique
        and exists (select 1 from citus_stand_in.placed where name = of::text and kind = 'by account')
        and not exists (select 1 from pg_attribute
          where attrelid = of and attname = 'account_id' and attnum = any(indkey))
    union all
    select format('%s of %s refers to %s, which is %s', conname, from_table.name, to_table.name, to_table.kind)
      from pg_constraint
      join citus_stand_in.placed as from_table on from_table.name = conrelid::regclass::text
      left join citus_stand_in.placed as to_table on to_table.name = confrelid::regclass::text
      where contype = 'f' and of in (conrelid, confrelid) and not coalesce(to_table.kind = 'everywhere'
        or from_table.kind = 'by account' and to_table.kind = 'by account' and exists (
          select 1 from unnest(conkey, confkey) as pairs (here, there)
          join pg_attribute as near on near.attrelid = conrelid and near.attnum = here and near.attname = 'account_id'
          join pg_attribute as far on far.attrelid = confrelid and far.attnum = there and far.attname = 'account_id'),
        false)
  $$;
  create function citus_stand_in.place(of regclass, kind text) returns void language plpgsql as $$
    declare reason text;
    begin
      insert into citus_stand_in.placed values (of::text, kind);
      for reason in select * from citus_stand_in.misplaced(of) loop raise exception '%', reason; end loop;
    end $$;
  create function create_distributed_table(of text, by text, colocate_with text default 'default') returns void
    language plpgsql as $$
    begin
      if by <> 'account_id' then raise exception 'by %', by; end if;
      perform citus_stand_in.place(of::regclass, 'by account');
    end $$;
  create function create_reference_table(of text) returns void language sql as
    $$ select citus_stand_in.place(of::regclass, 'everywhere') $$;`;

const FILE = readFileSync(projectPath('electron', 'store', 'dialects', 'citus.sql'), 'utf8');

async function openStandIn() {
  const client = new Client(await openDatabase());
  await client.connect();
  onTestFinished(() => client.end());
  await client.query(STAND_IN);
  const names = async (query: string) => (await client.query<{ name: string }>(query)).rows.map(({ name }) => name);
  return {
    client,
    names,
    placed: (kind: string) => names(`select name from citus_stand_in.placed where kind = '${kind}' order by name`),
  };
}

/** Of the README: the tables in the row that begins with these words. */
function tablesInReadme(words: string): readonly string[] {
  const readme = readFileSync(projectPath('electron', 'store', 'README.md'), 'utf8');
  const row = readme.split('\n').find((line) => line.startsWith(`| ${words}`));
  return [...(row?.split('|')[2] ?? '').matchAll(/`(\w+)`/g)].map(([, name = '']) => name).toSorted();
}

it('Citus gets every table, each where the README says, with keys and references that it takes', async () => {
  const { client, names, placed } = await openStandIn();
  const references = () =>
    names(`select count(*) || '' as name from pg_constraint where contype = 'f'
      and connamespace = 'public'::regnamespace`);
  const before = await references();
  await client.query(FILE);

  const all = await names(`select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname collate "C"`);
  const [byAccount, everywhere] = [await placed('by account'), await placed('everywhere')];
  const local = all.filter((name) => !byAccount.includes(name) && !everywhere.includes(name));
  expect(byAccount.toSorted()).toEqual(tablesInReadme('by `account_id`'));
  expect(everywhere.toSorted()).toEqual(tablesInReadme('on every node'));
  expect(local).toEqual(tablesInReadme('on the coordinator'));
  for (const name of local) expect(FILE).toMatch(new RegExp(`^--.*\\b${name}\\b`, 'm'));
  expect(await names(`select citus_stand_in.misplaced(name::regclass) as name from citus_stand_in.placed`)).toEqual([]);
  expect(await references(), 'references are made again').toEqual(before);
});

it('Citus as it is stood in for refuses the tables as migrations make them', async () => {
  const { client } = await openStandIn();
  const place = (table: string) => client.query(`select create_distributed_table('${table}', 'account_id')`);
  await expect(place('products')).rejects.toThrow('lacks account_id');
  await expect(place('customer_segments')).rejects.toThrow(/lacks account_id/);
  await client.query('alter table products drop constraint products_pkey cascade');
  await expect(place('products')).rejects.toThrow('refers to');
  await expect(client.query(`select create_reference_table('webhook_attempts')`)).rejects.toThrow('refers to');
});
