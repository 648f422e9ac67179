import { readFileSync } from 'node:fs';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { openPostgresStore } from '../../electron/store/open-postgres-store.ts';
import { rebuildTotals } from '../../electron/store/totals/repair-totals.ts';
import { verifyTotals } from '../../electron/store/totals/verify-totals.ts';
import { createOutbox } from '../../electron/store/webhooks/stored-outbox.ts';
import { projectPath } from '../../scripts/launching/project-paths.mjs';
import { AREAS } from '../conformance/areas.ts';
import { checkFact } from '../conformance/fact.ts';
import { openEmbedded } from '../conformance/open-embedded.ts';
import { seedFixtureShop } from '../support/shop-fixture.ts';
import { createStoreWrites } from '../support/store-writes.ts';
import { createTestDatabase, EMPTY_TEMPLATE } from '../support/test-database.ts';

interface Feature {
  /** Finds it in a statement, whose spaces are single ones. */
  readonly pattern: RegExp;
  readonly example: string;
}

/** What at least one of the engines documents that it refuses, or does otherwise. */
const FEATURES = {
  'advisory lock': { pattern: /\bpg_(try_)?advisory/i, example: 'select pg_advisory_xact_lock(1)' },
  'alteration of a type': { pattern: /\balter type\b/i, example: `alter type mood add value 'sad'` },
  'change of tables in a transaction': { pattern: /^\s*create table\b/i, example: 'create table a (b int)' },
  citext: { pattern: /\bcitext\b/i, example: 'create table a (b citext)' },
  'condition of a trigger on a row without parentheses': {
    pattern: /\bcreate trigger\b.*\bwhen \(.*(?<!\()\b"?(old|new)"?\./i,
    example: 'create trigger a after update on b for each row when (old.c <> new.c) execute function d()',
  },
  'copy of a template': { pattern: /\bcreate database\b.*\btemplate\b/i, example: 'create database a template b' },
  'cursor held open': { pattern: /\bdeclare \w+ .*cursor\b/i, example: 'declare a cursor for select 1' },
  'deferrable constraint': { pattern: /\bdeferrable\b/i, example: 'alter table a add unique (b) deferrable' },
  'exclusion constraint': {
    pattern: /\bexclude using\b/i,
    example: 'create table a (b int, exclude using gist (b with =))',
  },
  'extension for trigrams': { pattern: /\bcreate extension\b.*pg_trgm/i, example: 'create extension pg_trgm' },
  'foreign data wrapper': {
    pattern: /\bforeign (data wrapper|table)\b/i,
    example: 'create foreign table a (b int) server c',
  },
  'generated column': {
    pattern: /\bgenerated always as \(/i,
    example: 'create table a (b int generated always as (1) stored)',
  },
  'GIN index of several columns': {
    pattern: /\busing gin \([^()]*,/i,
    example: 'create index a on b using gin (c, d)',
  },
  'GiST index': { pattern: /\busing gist\b/i, example: 'create index a on b using gist (c)' },
  'grouping sets': { pattern: /\b(grouping sets|rollup|cube) \(/i, example: 'select 1 from a group by rollup (b)' },
  inheritance: { pattern: /\binherits \(/i, example: 'create table a () inherits (b)' },
  'integer division': {
    pattern: /(?<!::numeric) \/ (\d+\b(?!\.)|\$\d)/i,
    example: 'select orders.local_day / 100 from orders',
  },
  'listen and notify': { pattern: /^\s*(listen|notify) |\bpg_notify\(/i, example: 'listen orders' },
  'lock of a table': { pattern: /^\s*lock table\b/i, example: 'lock table a in share mode' },
  'locked rows': {
    pattern: /\bfor (no key )?(update|share)\b/i,
    example: 'select 1 from a for no key update skip locked',
  },
  merge: { pattern: /^\s*merge into\b/i, example: 'merge into a using b on true when matched then do nothing' },
  'modification of one table twice': {
    pattern:
      /\b(?:insert into|update(?! set)|delete from) "?(\w+)"? [^;]*\b(?:insert into|update(?! set)|delete from) "?\1"? /i,
    example: 'with a as (insert into b values (1)) insert into b values (2)',
  },
  'query for a value that is inserted': {
    pattern: /\binsert into [^()]+(\([^()]*\) )?values \([^;]*\(\s*select\b/i,
    example: 'insert into a (b) values ((select 1))',
  },
  'recursive query': { pattern: /\bwith recursive\b/i, example: 'with recursive a as (select 1) select 1 from a' },
  rule: { pattern: /\bcreate (or replace )?rule\b/i, example: 'create rule a as on insert to b do nothing' },
  sample: { pattern: /\btablesample\b/i, example: 'select 1 from a tablesample system (1)' },
  'temporary table': { pattern: /\bcreate temp(orary)?\b/i, example: 'create temporary table a (b int)' },
  trigger: {
    pattern: /\bcreate trigger\b/i,
    example: 'create trigger a after insert on b for each row execute function c()',
  },
  'trigger for a statement': {
    pattern: /\bfor each statement\b/i,
    example: 'create trigger a after insert on b for each statement execute function c()',
  },
  'trigrams of text with a collation': {
    pattern: /\bgin_trgm_ops\b/i,
    example: 'create index a on b using gin (c gin_trgm_ops)',
  },
  'two-phase commit': { pattern: /\bprepare transaction\b/i, example: `prepare transaction 'a'` },
  'volatile function in an update': {
    pattern: /^\s*update\b.*\b(now_ms|random|clock_timestamp|gen_random_uuid)\(/i,
    example: 'update a set b = now_ms()',
  },
  'writing query in another': {
    pattern: /\bas (not )?(materialized )?\( ?(insert|update|delete)\b/i,
    example: 'with a as (delete from b returning c) select c from a',
  },
  XML: { pattern: /\bxml\w*\(/i, example: 'select xmlparse(content a)' },
} as const satisfies Readonly<Record<string, Feature>>;

type FeatureName = keyof typeof FEATURES;

interface Engine {
  /** The public page with its list, by its title. */
  readonly pages: readonly string[];
  readonly refuses: readonly FeatureName[];
  /** Of those the ones that the store uses, each by what the README says of it. */
  readonly used: Readonly<Partial<Record<FeatureName, string>>>;
}

/** As their pages had it in November 2026. */
const ENGINES: Readonly<Record<string, Engine>> = {
  Citus: {
    pages: [
      '"SQL Support and Workarounds" and "Triggers on Distributed Tables", docs.citusdata.com',
      'queries that write within others: the first of them for 7.2 to 7.4',
    ],
    refuses: [
      ...([
        'grouping sets',
        'locked rows',
        'merge',
        'query for a value that is inserted',
        'recursive query',
        'rule',
      ] as const),
      ...(['sample', 'trigger', 'trigger for a statement', 'volatile function in an update'] as const),
      'writing query in another',
    ],
    used: {
      'locked rows': '`for update`',
      'recursive query': '`with recursive`',
      trigger: 'citus.enable_unsafe_triggers',
      'writing query in another': '`with` of statements that write',
    },
  },
  YugabyteDB: {
    pages: ['"PostgreSQL compatibility", docs.yugabyte.com'],
    refuses: [
      ...(['alteration of a type', 'change of tables in a transaction', 'citext', 'deferrable constraint'] as const),
      ...([
        'exclusion constraint',
        'generated column',
        'GIN index of several columns',
        'GiST index',
        'inheritance',
      ] as const),
      ...(['listen and notify', 'lock of a table', 'two-phase commit', 'XML'] as const),
    ],
    used: { 'change of tables in a transaction': 'not changed inside a transaction' },
  },
  CockroachDB: {
    pages: [
      '"PostgreSQL Compatibility", "Known Limitations in CockroachDB" and "Triggers" of v25.1, cockroachlabs.com/docs',
      'the extension: "CREATE EXTENSION is not supported", as of trigram indexes',
    ],
    refuses: [
      ...(['advisory lock', 'condition of a trigger on a row without parentheses', 'copy of a template'] as const),
      ...(['extension for trigrams', 'foreign data wrapper', 'integer division', 'listen and notify'] as const),
      ...(['modification of one table twice', 'trigger for a statement', 'trigrams of text with a collation'] as const),
      ...(['two-phase commit', 'XML'] as const),
    ],
    used: {
      'condition of a trigger on a row without parentheses': '`(old)` and `(new)`',
      'extension for trigrams': 'no `pg_trgm` extension',
      'integer division': '`day // 100`',
      'trigrams of text with a collation': 'not on text with `collate`',
    },
  },
};

/** All texts that were sent to PostgreSQL: by migrations, all facts of a platform, and what is written. */
async function recordStatements(): Promise<ReadonlySet<string>> {
  const texts = new Set<string>();
  const sent = vi.spyOn(Client.prototype, 'query');
  try {
    await makeTables();
    await askAll();
    await writeAll();
    const calls = sent.mock.calls as unknown as [string | { readonly text: string }][];
    for (const [at, [query]] of calls.entries()) {
      // The tests have connections of their own.
      const { connectionParameters } = sent.mock.contexts[at] as unknown as Connected;
      if (connectionParameters.application_name !== 'tilldesk') continue;
      texts.add((typeof query === 'string' ? query : query.text).replaceAll(/\s+/g, ' ').trim());
    }
  } finally {
    sent.mockRestore();
  }
  return texts;
}

interface Connected {
  readonly connectionParameters: { readonly application_name: string | undefined };
}

async function makeTables(): Promise<void> {
  const database = await createTestDatabase(inject('postgresUrl'), EMPTY_TEMPLATE);
  const store = await openPostgresStore({ url: database.url });
  await store.close();
  await database.drop();
}

async function askAll(): Promise<void> {
  const shared = await openEmbedded();
  for (const { facts } of AREAS) {
    for (const fact of facts) if (!fact.spoils) await checkFact(fact, shared, openEmbedded);
  }
  await shared.close();
}

async function writeAll(): Promise<void> {
  const database = await createTestDatabase(inject('postgresUrl'));
  const store = await openPostgresStore({ url: database.url });
  await seedFixtureShop(store.db);
  for (const { write } of await createStoreWrites(store)) await write(1);
  const outbox = createOutbox(store.db);
  await outbox.polling.hold(1_000);
  await outbox.waiting(2);
  await outbox.prune({ endedBefore: 1, mostEnded: 1, answeredUntil: 1, pingedUntil: 1, now: 2 });
  for await (const _ of verifyTotals(store.db));
  await rebuildTotals(store.db);
  await store.close();
  await database.drop();
}

let statements: ReadonlySet<string>;
beforeAll(async () => {
  statements = await recordStatements();
});
afterAll(() => {
  vi.restoreAllMocks();
});

const isUsed = (name: FeatureName) => [...statements].some((text) => FEATURES[name].pattern.test(text));

describe('all that the store sends to PostgreSQL', () => {
  it('is here: migrations, searches, reports, orders and deliveries', () => {
    expect(statements.size).toBeGreaterThan(300);
    const texts = [...statements].join('\n');
    for (const part of [
      'create table "orders"',
      'like $',
      'item_totals_by_month',
      'into "order_items"',
      'webhook_attempts',
    ]) {
      expect(texts).toContain(part);
    }
  });

  it.each(Object.entries(ENGINES))(
    'has nothing that %s refuses, but for what the README names',
    (engine, { refuses, used }) => {
      expect(refuses.filter(isUsed).toSorted()).toEqual(Object.keys(used).toSorted());
      const readme = readFileSync(projectPath('electron', 'store', 'dialects', 'README.md'), 'utf8');
      const row = readme.split('\n').find((line) => line.startsWith(`| ${engine} `));
      for (const words of Object.values(used)) expect(row).toContain(words);
    },
  );
});

describe('the list of features', () => {
  it.each(Object.entries(FEATURES))('finds: %s', (_, { pattern, example }) => {
    expect(example).toMatch(pattern);
  });

  it('has none that no engine refuses', () => {
    const refused = new Set<string>(Object.values(ENGINES).flatMap(({ refuses }) => refuses));
    expect(Object.keys(FEATURES).filter((name) => !refused.has(name))).toEqual(['cursor held open', 'temporary table']);
  });
});
