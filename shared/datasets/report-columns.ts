import { column, withMoments } from './column.ts';

/** One figure, or one side of a check, in a row under the section of the report that it is from. */
export const reportColumns = [
  column('section', 'text', 'Onderdeel', 'Section'),
  column('item', 'text', 'Regel', 'Item'),
  withMoments(column('detail', 'text', 'Detail', 'Detail')),
  column('value', 'euros', 'Excl. btw', 'Excl. VAT'),
  column('vat', 'euros', 'Btw', 'VAT'),
  column('value_wt', 'euros', 'Incl. btw', 'Incl. VAT'),
  column('percentage', 'percentage', 'Percentage', 'Percentage'),
] as const;
