import { ORDER_SORTS, ORDER_STATUSES, PAYMENT_TERMS } from '../../../shared/contract/orders.ts';
import {
  choiceField,
  choicesField,
  flagField,
  idField,
  periodField,
  searchField,
} from '../../lib/address/fields.ts';

/** What the address of the list of orders can say. */
export const ORDERS_FIELDS = {
  period: periodField,
  shop_id: idField,
  location_id: idField,
  status: choicesField(ORDER_STATUSES),
  payment_term: choiceField(PAYMENT_TERMS),
  is_paid: flagField,
  q: searchField,
  sort: choiceField(ORDER_SORTS),
};
