import { choiceField, flagField, idField, periodField } from '../../lib/address/fields.ts';

export const GROUPINGS = ['shop', 'day', 'customer'] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** What the address of the list can say. */
export const DISCOUNT_FIELDS = {
  period: periodField,
  shop_id: idField,
  only_counting: flagField,
  only_full: flagField,
  include_negative: flagField,
  hide_rounding: flagField,
  group_by: choiceField(GROUPINGS),
};
