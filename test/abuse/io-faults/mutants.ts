import { type Mutant, mutantsOf } from '../harness/mutant.ts';
import { WRITES_APART } from '../harness/write-edits.ts';

/** For the time that the tests may take. */
const IN_TESTS = ['error-swallowed', 'no-rollback', 'token-apart'];

export const MUTANTS: readonly Mutant[] = mutantsOf(IN_TESTS, {
  ...WRITES_APART,
  'electron/service/server/error-handler.ts': {
    'error-swallowed': ['a failure is answered with 200', 'return reply.code(status)', 'return reply.code(200)'],
    'error-told': [
      'a reply tells what went wrong inside',
      "'The store of the service cannot be used at the moment.'",
      'String(thrown)',
    ],
  },
  'electron/store/dialects/sqlite-connection.ts': {
    'no-rollback': [
      'a transaction that failed is left open',
      'if (this.#database.isInTransaction) await super.rollbackTransaction(connection);',
      'await this.acquireConnection();',
    ],
  },
  'electron/store/webhooks/grouped-writes.ts': {
    'told-before-commit': [
      'a grouped write is told to be done before it is committed',
      'for (const job of group) ended.push(await job.run(transaction));',
      'for (const job of group) (await job.run(transaction))();',
    ],
    'ends-on-failure': [
      'the program ends when a write fails',
      'for (const job of group) job.fail(error);',
      'queueMicrotask(() => { throw error; });',
    ],
  },
  'electron/store/webhooks/webhooks-repository.ts': {
    'webhook-without-ledger': [
      'the answer under an idempotency key is written beside its webhook',
      'return inWriteTransaction(db, async (transaction): Promise<WrittenSubscription> => {',
      'return Promise.resolve(db).then(async (transaction): Promise<WrittenSubscription> => {',
    ],
  },
});
