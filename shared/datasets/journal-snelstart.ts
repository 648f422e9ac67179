import { type ColumnKind, fixedColumn, summed } from './column.ts';
import { declareDataset } from './dataset-declaration.ts';

// The importer finds its columns by these headings.
const field = <Id extends string>(id: Id, kind: ColumnKind) => fixedColumn(id, kind);

/**
 * The same booking in the columns that SnelStart imports; all lines of a booking share its code. The date is a text,
 * `31-10-2026`: the importer takes no other form, whatever the language of the file.
 */
export const journalSnelstart = declareDataset({
  name: 'journal-snelstart',
  title: { nl: 'Journaalpost voor SnelStart', en: 'Journal for SnelStart' },
  fileName: { nl: 'journaal-snelstart', en: 'journal-snelstart' },
  hasFixedOrder: true,
  isForImport: true,
  labelColumns: ['fldGrootboeknummer', 'fldOmschrijving'],
  columns: [
    field('fldDagboek', 'text'),
    field('fldBoekingcode', 'text'),
    field('fldDatum', 'text'),
    field('fldGrootboeknummer', 'text'),
    field('fldOmschrijving', 'text'),
    summed(field('fldDebet', 'euros')),
    summed(field('fldCredit', 'euros')),
  ],
});
