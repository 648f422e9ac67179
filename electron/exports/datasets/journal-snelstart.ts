import { journalSnelstart } from '../../../shared/datasets/journal-snelstart.ts';
import { journalIn, sideOf } from './journal-rows.ts';

const DAYBOOK = { code: 'daybook', description: 'Dagboek' };

/** In the columns that SnelStart documents; no file of it has been tried in SnelStart itself. */
export const journalSnelstartSource = journalIn({
  declaration: journalSnelstart,
  needed: [DAYBOOK],
  toRow: ({ key, ledger, description, debit, credit }, { code, date, ledgers }) => ({
    key,
    fldDagboek: ledgers[DAYBOOK.code] ?? null,
    fldBoekingcode: code,
    fldDatum: date.split('-').reverse().join('-'),
    fldGrootboeknummer: ledger,
    fldOmschrijving: description,
    fldDebet: sideOf(debit),
    fldCredit: sideOf(credit),
  }),
});
