import { type Mutant, mutantsOf } from '../harness/mutant.ts';
import { WRITES_APART } from '../harness/write-edits.ts';

/** For the time that the tests may take. */
const IN_TESTS = ['no-transaction', 'log-removed', 'synchronous-normal', 'reader-as-it-comes'];

export const MUTANTS: readonly Mutant[] = mutantsOf(IN_TESTS, {
  ...WRITES_APART,
  'electron/store/webhooks/stored-outbox.ts': {
    'position-apart': [
      'a feed moves on before its delivery is written',
      'put: (reading) => grouped((transaction) => put(transaction, reading)),',
      'put: (reading) => put(db, reading),',
    ],
  },
  'electron/store/open-store.ts': {
    'log-removed': [
      'what is left of a crash is tidied away before the store is opened',
      'return new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });',
      "process.getBuiltinModule('node:fs').rmSync(file + '-wal', { force: true }); return new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });",
    ],
  },
  'electron/store/dialects/sqlite-connection.ts': {
    'synchronous-normal': [
      'a commit is not on the disk when it is told, and nobody notices',
      "{ name: 'synchronous', set: 'FULL', kept: [SYNCHRONOUS_FULL] }",
      "{ name: 'synchronous', set: 'NORMAL', kept: [1] }",
    ],
    'rollback-journal': [
      'the store has no log of writes',
      "{ name: 'journal_mode', set: 'WAL', kept: ['wal', 'memory'] }",
      "{ name: 'journal_mode', set: 'DELETE', kept: ['delete', 'memory', 'wal'] }",
    ],
  },
  'electron/store/store-connections.ts': {
    'reader-as-it-comes': ['the connections of threads are left as SQLite makes them', 'setPragmas(connection);', ''],
    'writer-waits': [
      'the further writer waits for others like the main one',
      'setPragmas(connection, { busyTimeoutMs: BUSY_TIMEOUT_MS });',
      'setPragmas(connection);',
    ],
  },
});
