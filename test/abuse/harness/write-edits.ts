/** A pretended transaction: what the writers of the store require of one holds for the whole store. */
const PRETENDED =
  "new Proxy(db, { get: (of, name) => name === 'isTransaction' || (typeof of[name] === 'function' ? of[name].bind(of) : of[name]) })";

/** Mutants of several suites: writes that belong together are committed one by one. */
export const WRITES_APART = {
  'electron/store/transactions.ts': {
    'no-transaction': [
      'each statement of a write is committed by itself',
      'if (db.isTransaction) return work(db);',
      `return work(${PRETENDED});`,
    ],
  },
  'electron/store/accounts/tokens-repository.ts': {
    'token-apart': [
      'a new token and what it ends are written one after the other',
      'return inWriteTransaction(db, async (transaction) => {\n        await takeLock(transaction, ',
      'return Promise.resolve(db).then(async (transaction) => {\n        void (',
    ],
  },
} as const;
