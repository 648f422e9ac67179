import { idField, periodField } from '../../lib/address/fields.ts';

/** What the address of the journal can say. */
export const JOURNAL_FIELDS = { period: periodField, location_id: idField };
