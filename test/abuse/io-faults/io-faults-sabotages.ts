import type { Sabotage } from '../harness/sabotage.ts';
import { STATEMENTS_APART, TOKEN_APART } from '../harness/write-edits.ts';

export const SABOTAGES: readonly Sabotage[] = [
  {
    name: 'error-swallowed',
    flaw: 'a failure is answered with 200',
    edit: {
      file: 'electron/service/server/error-handler.ts',
      find: 'return reply.code(status)',
      put: 'return reply.code(200)',
    },
  },
  {
    name: 'error-told',
    flaw: 'a reply tells what went wrong inside',
    leftToAbuse: true,
    edit: {
      file: 'electron/service/server/error-handler.ts',
      find: "'The store of the service cannot be used at the moment.'",
      put: 'String(thrown)',
    },
  },
  {
    name: 'no-rollback',
    flaw: 'a transaction that failed is left open',
    edit: {
      file: 'electron/store/dialects/sqlite-connection.ts',
      find: 'if (this.#database.isInTransaction) await super.rollbackTransaction(connection);',
      put: 'await this.acquireConnection();',
    },
  },
  {
    name: 'no-transaction',
    flaw: 'each statement of a write is committed by itself',
    leftToAbuse: true,
    edit: STATEMENTS_APART,
  },
  {
    name: 'token-apart',
    flaw: 'a new token and what it ends are written one after the other',
    edit: TOKEN_APART,
  },
  {
    name: 'told-before-commit',
    flaw: 'a grouped write is told to be done before it is committed',
    leftToAbuse: true,
    edit: {
      file: 'electron/store/webhooks/grouped-writes.ts',
      find: 'for (const job of group) ended.push(await job.run(transaction));',
      put: 'for (const job of group) (await job.run(transaction))();',
    },
  },
  {
    name: 'webhook-without-ledger',
    flaw: 'the answer under an idempotency key is written beside its webhook',
    leftToAbuse: true,
    edit: {
      file: 'electron/store/webhooks/webhooks-repository.ts',
      find: 'return inWriteTransaction(db, async (transaction): Promise<WrittenSubscription> => {',
      put: 'return Promise.resolve(db).then(async (transaction): Promise<WrittenSubscription> => {',
    },
  },
  {
    name: 'ends-on-failure',
    flaw: 'the program ends when a write fails',
    leftToAbuse: true,
    edit: {
      file: 'electron/store/webhooks/grouped-writes.ts',
      find: 'for (const job of group) job.fail(error);',
      put: 'queueMicrotask(() => { throw error; });',
    },
  },
];
