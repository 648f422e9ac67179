import type { SourceEdit } from './sabotage.ts';

/** What the writers of the store demand of a transaction holds for the whole store: nothing is kept together. */
const PRETENDED =
  "new Proxy(db, { get: (of, name) => name === 'isTransaction' || (typeof of[name] === 'function' ? of[name].bind(of) : of[name]) })";

/** Each statement of a write is committed by itself. */
export const STATEMENTS_APART: SourceEdit = {
  file: 'electron/store/transactions.ts',
  find: 'if (db.isTransaction) return work(db);',
  put: `return work(${PRETENDED});`,
};

/** A new token and what it ends are written one after the other. */
export const TOKEN_APART: SourceEdit = {
  file: 'electron/store/accounts/tokens-repository.ts',
  find: 'return inWriteTransaction(db, async (transaction) => {\n        await takeTurn(transaction, ',
  put: 'return Promise.resolve(db).then(async (transaction) => {\n        void (',
};
