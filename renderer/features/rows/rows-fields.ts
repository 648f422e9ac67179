import { isCalendarDate } from '../../../shared/calendar.ts';
import { ITEM_SIGNS } from '../../../shared/contract/order-items.ts';
import { ITEM_TYPES, PAYMENT_TERMS } from '../../../shared/contract/orders.ts';
import { choiceField, type Field, flagField, idField } from '../../lib/address/fields.ts';
import { FIGURE_SIDES, ITEM_FIGURES } from '../../lib/address/figure-rows.ts';

const dayField: Field<string> = {
  read: (text) => (isCalendarDate(text) ? text : undefined),
  write: (day) => day,
};

/** Euros of at most 4 decimals, as `figure-rows.ts` writes them: what is anything else was made by hand. */
const amountField: Field<number> = {
  read: (text) => (/^-?\d{1,11}(\.\d{1,4})?$/.test(text) ? Number(text) : undefined),
  write: String,
};

const recordField: Field<number> = {
  read: (text) => idField.read(text) ?? undefined,
  write: String,
};

const FIELDS = {
  amount: amountField,
  from: dayField,
  to: dayField,
  location_id: recordField,
  shop_id: recordField,
};

/** What the address of the rows behind a figure says; the filters have the names of the API. */
export const ITEM_ROWS_FIELDS = {
  ...FIELDS,
  figure: choiceField(ITEM_FIGURES),
  side: choiceField(FIGURE_SIDES),
  negated: flagField,
  rounding: amountField,
  type: choiceField(ITEM_TYPES),
  sign: choiceField(ITEM_SIGNS),
  tax_rate_id: recordField,
  product_group_id: recordField,
  product_id: recordField,
  payment_term: choiceField(PAYMENT_TERMS),
  is_paid: flagField,
};

export const PAYMENT_ROWS_FIELDS = { ...FIELDS, provider_method_type_id: recordField };
