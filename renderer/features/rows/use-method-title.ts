import { useQuery } from '@tanstack/react-query';
import type { OrderPaymentRow } from '../../../shared/contract/order-payments.ts';
import { paymentMethodsQuery } from '../../lib/queries/list-payment-methods.ts';

/**
 * Names the method that the payments were narrowed to; null for all of them. A payment names its own, for the
 * list of methods has no internal ones.
 */
export function useMethodTitle(
  methodId: number | undefined,
  firstRow: OrderPaymentRow | undefined,
): string | null {
  const methods = useQuery({ ...paymentMethodsQuery, enabled: methodId !== undefined }).data?.data;
  if (methodId === undefined) return null;
  const ofRow = firstRow?.provider_method_type_id === methodId ? firstRow.title : undefined;
  return ofRow ?? methods?.find(({ id }) => id === methodId)?.title ?? `#${methodId}`;
}
