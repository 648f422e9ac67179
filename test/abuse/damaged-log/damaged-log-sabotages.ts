import type { Sabotage } from '../harness/sabotage.ts';
import { STATEMENTS_APART, TOKEN_APART } from '../harness/write-edits.ts';

const PRAGMAS = 'electron/store/dialects/sqlite-connection.ts';

export const SABOTAGES: readonly Sabotage[] = [
  {
    name: 'no-transaction',
    flaw: 'each statement of a write is committed by itself',
    edit: STATEMENTS_APART,
  },
  {
    name: 'position-apart',
    flaw: 'a feed moves on before its delivery is written',
    leftToAbuse: true,
    edit: {
      file: 'electron/store/webhooks/stored-outbox.ts',
      find: 'put: (reading) => grouped((transaction) => put(transaction, reading)),',
      put: 'put: (reading) => put(db, reading),',
    },
  },
  {
    name: 'token-apart',
    flaw: 'a new token and what it ends are written one after the other',
    leftToAbuse: true,
    edit: TOKEN_APART,
  },
  {
    name: 'log-removed',
    flaw: 'what is left of a crash is tidied away before the store is opened',
    edit: {
      file: 'electron/store/open-store.ts',
      find: 'return new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });',
      put: "process.getBuiltinModule('node:fs').rmSync(file + '-wal', { force: true }); return new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });",
    },
  },
  {
    name: 'synchronous-normal',
    flaw: 'a commit is not on the disk when it is told, and nobody notices',
    edit: {
      file: PRAGMAS,
      find: "{ name: 'synchronous', set: 'FULL', kept: [SYNCHRONOUS_FULL] }",
      put: "{ name: 'synchronous', set: 'NORMAL', kept: [1] }",
    },
  },
  {
    name: 'rollback-journal',
    flaw: 'the store has no log of writes',
    leftToAbuse: true,
    edit: {
      file: PRAGMAS,
      find: "{ name: 'journal_mode', set: 'WAL', kept: ['wal', 'memory'] }",
      put: "{ name: 'journal_mode', set: 'DELETE', kept: ['delete', 'memory', 'wal'] }",
    },
  },
  {
    name: 'reader-as-it-comes',
    flaw: 'the connections of threads are left as SQLite makes them',
    edit: { file: 'electron/store/store-connections.ts', find: 'setPragmas(connection);', put: '' },
  },
  {
    name: 'writer-waits',
    flaw: 'the further writer waits for others like the main one',
    leftToAbuse: true,
    edit: {
      file: 'electron/store/store-connections.ts',
      find: 'setPragmas(connection, { busyTimeoutMs: BUSY_TIMEOUT_MS });',
      put: 'setPragmas(connection);',
    },
  },
];
