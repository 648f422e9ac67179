import { type Mutant, mutantsOf } from '../harness/mutant.ts';

const IN_ONE_TRANSACTION = `await db
      .transaction()
      .setAccessMode('read write')
      .execute(async (transaction) => {`;

/** Each migration by itself, before the transaction that finds nothing left to do. */
const oneByOne = (work: string) => `for (const [name, migration] of Object.entries(migrations)) {
    const done = await doneMigrations(db);
    if (done.length === 0 || done.includes(name)) continue;
    ${work}
  }
  ${IN_ONE_TRANSACTION}`;

const recorded = (db: string) =>
  `await sql\`insert into kysely_migration (name, timestamp) values (\${name}, '2030-01-01')\`.execute(${db});`;

/** For the time that the tests may take. */
const IN_TESTS = ['newer-accepted', 'newer-touched'];

export const MUTANTS: readonly Mutant[] = mutantsOf(IN_TESTS, {
  'electron/store/migrations/migrate-store.ts': {
    'no-transaction': [
      'each statement of a migration is committed by itself',
      IN_ONE_TRANSACTION,
      oneByOne(`await migration.up(db);\n    ${recorded('db')}`),
    ],
    'marked-first': [
      'a store is marked as up to date before its tables are',
      IN_ONE_TRANSACTION,
      oneByOne(`${recorded('db')}\n    await db.transaction().execute((transaction) => migration.up(transaction));`),
    ],
    'step-by-step': [
      'each migration is a transaction of its own',
      IN_ONE_TRANSACTION,
      oneByOne(`await db.transaction().execute(async (transaction) => {
      await migration.up(transaction);
      ${recorded('transaction')}
    });`),
    ],
    'lock-taken-late': [
      'of two programs that migrate at once one fails',
      `${IN_ONE_TRANSACTION}\n        await lockMigrations(`,
      'await Promise.resolve(db).then(async (transaction) => {\n      void (',
    ],
    'newer-accepted': ['a store of a newer program is opened', 'if (unknown === undefined) return;', 'return;'],
  },
  'electron/store/open-store.ts': {
    'newer-touched': [
      'a store of a newer program is written to before it is refused',
      'const connection = connect(file);',
      "const connection = connect(file); connection.exec('pragma user_version = 7');",
    ],
  },
});
