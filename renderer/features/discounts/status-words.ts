import type { TFunction } from 'i18next';
import { ORDER_STATUSES } from '../../../shared/contract/orders.ts';

/** The status of an order in words; one that this program does not know is shown as the platform names it. */
export function statusWords(status: string, t: TFunction): string {
  const known = ORDER_STATUSES.find((name) => name === status);
  return known ? t(`discounts.status.${known}`) : status;
}
