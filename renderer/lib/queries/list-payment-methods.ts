import { queryOptions } from '@tanstack/react-query';
import { listPaymentMethods } from '../../../shared/contract/payment-methods.ts';
import { readApi } from '../host/api-client.ts';

export const paymentMethodsQuery = queryOptions({
  queryKey: ['payment-methods'],
  queryFn: ({ signal }) => readApi(listPaymentMethods, { signal }),
  staleTime: 5 * 60_000,
});
