import { COMPARISONS } from '../../../shared/compared-periods.ts';
import { CHECK_NAMES } from '../../../shared/contract/financial-report.ts';
import { choiceField, choicesField, idField, periodField } from '../../lib/address/fields.ts';
import { VAT_SIDES } from '../../lib/vat-side.ts';

/** Sections that can be drawn as bars. */
const CHARTED_SECTIONS = ['direct', 'groups'] as const;
export type ChartedSection = (typeof CHARTED_SECTIONS)[number];

/** What the address of the report says. */
export const REPORT_FIELDS = {
  period: periodField,
  location_id: idField,
  side: choiceField(VAT_SIDES),
  compare: choiceField(['none', ...COMPARISONS]),
  charts: choicesField(CHARTED_SECTIONS),
  check: choiceField(CHECK_NAMES),
};
