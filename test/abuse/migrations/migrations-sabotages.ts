import type { Sabotage } from '../harness/sabotage.ts';

const MIGRATE_STORE = 'electron/store/migrations/migrate-store.ts';
const IN_ONE_TRANSACTION = `await db
    .transaction()
    .setAccessMode('read write')
    .execute(async (transaction) => {`;

export const SABOTAGES: readonly Sabotage[] = [
  {
    name: 'no-transaction',
    flaw: 'each statement of a migration is committed by itself',
    edit: {
      file: MIGRATE_STORE,
      find: IN_ONE_TRANSACTION,
      put: `for (const [name, migration] of Object.entries(migrations)) {
    const done = await doneMigrations(db);
    if (done.length === 0 || done.includes(name)) continue;
    await migration.up(db);
    await sql\`insert into kysely_migration (name, timestamp) values (\${name}, '2030-01-01')\`.execute(db);
  }
  ${IN_ONE_TRANSACTION}`,
    },
    leftToAbuse: true,
  },
  {
    name: 'marked-first',
    flaw: 'a store is marked as up to date before its tables are',
    edit: {
      file: MIGRATE_STORE,
      find: IN_ONE_TRANSACTION,
      put: `for (const [name, migration] of Object.entries(migrations)) {
    const done = await doneMigrations(db);
    if (done.length === 0 || done.includes(name)) continue;
    await sql\`insert into kysely_migration (name, timestamp) values (\${name}, '2030-01-01')\`.execute(db);
    await db.transaction().execute((transaction) => migration.up(transaction));
  }
  ${IN_ONE_TRANSACTION}`,
    },
    leftToAbuse: true,
  },
  {
    name: 'step-by-step',
    flaw: 'each migration is a transaction of its own',
    edit: {
      file: MIGRATE_STORE,
      find: IN_ONE_TRANSACTION,
      put: `for (const [name, migration] of Object.entries(migrations)) {
    const done = await doneMigrations(db);
    if (done.length === 0 || done.includes(name)) continue;
    await db.transaction().execute(async (transaction) => {
      await migration.up(transaction);
      await sql\`insert into kysely_migration (name, timestamp) values (\${name}, '2030-01-01')\`.execute(transaction);
    });
  }
  ${IN_ONE_TRANSACTION}`,
    },
    leftToAbuse: true,
  },
  {
    name: 'lock-taken-late',
    flaw: 'of two programs that migrate at once one fails',
    edit: {
      file: MIGRATE_STORE,
      find: `${IN_ONE_TRANSACTION}\n      await takeMigrationTurn(`,
      put: 'await Promise.resolve(db).then(async (transaction) => {\n      void (',
    },
    leftToAbuse: true,
  },
  {
    name: 'newer-accepted',
    flaw: 'a store of a newer program is opened',
    edit: {
      file: MIGRATE_STORE,
      find: 'if (unknown === undefined) return;',
      put: 'return;',
    },
  },
  {
    name: 'newer-touched',
    flaw: 'a store of a newer program is written to before it is refused',
    edit: {
      file: 'electron/store/open-store.ts',
      find: 'const connection = connect(file);',
      put: "const connection = connect(file); connection.exec('pragma user_version = 7');",
    },
  },
];
