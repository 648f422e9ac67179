import { useMutation } from '@tanstack/react-query';
import type { DiscountOrder } from '../../../shared/contract/discount-orders.ts';
import { useTellFailure } from '../../app/tell-failure.ts';
import { callBridge } from '../../lib/bridge-client.ts';

/** Opens an order in the back office: the host does it, or names the address that the page has to open. */
export function useOpenOrder(): (order: DiscountOrder) => void {
  const tellFailure = useTellFailure();
  const { mutate } = useMutation({
    mutationFn: (order: DiscountOrder) => callBridge('openLink', { url: order.backoffice_url }),
    onSuccess: ({ href }) => {
      if (href !== null) window.open(href, '_blank', 'noopener');
    },
    onError: tellFailure,
  });
  return mutate;
}
