import { journal } from '../../../shared/datasets/journal.ts';
import { journalIn, sideOf } from './journal-rows.ts';

export const journalSource = journalIn({
  declaration: journal,
  needed: [],
  toRow: ({ key, code, ledger, description, debit, credit }, head) => ({
    key,
    date: head.date,
    booking: head.code,
    ledger,
    description,
    code,
    debit: sideOf(debit),
    credit: sideOf(credit),
  }),
});
