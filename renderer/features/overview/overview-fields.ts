import { COMPARISONS } from '../../../shared/compared-periods.ts';
import { choiceField, idField } from '../../lib/address/fields.ts';
import { VAT_SIDES } from '../../lib/vat-side.ts';

/** What the address of the overview says. */
export const OVERVIEW_FIELDS = {
  location_id: idField,
  /** Which turnover is the main one. */
  side: choiceField(VAT_SIDES),
  /** What the days of the month are drawn beside. */
  against: choiceField(COMPARISONS),
  days: choiceField(['chart', 'table']),
};
