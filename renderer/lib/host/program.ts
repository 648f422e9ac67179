import { queryOptions, useMutation } from '@tanstack/react-query';
import type { BridgeArgument } from '../../../shared/contract/bridge.ts';
import { useNotifyFailure } from '../failures.ts';
import { callBridge } from './bridge-client.ts';

const STALE_AFTER_MS = 10 * 60 * 1_000;

/** Facts about the program. Nearly all stay the same while it runs. */
export const aboutQuery = queryOptions({
  queryKey: ['about'],
  queryFn: () => callBridge('readAbout', {}),
  staleTime: STALE_AFTER_MS,
});

type Place = BridgeArgument<'openPlace'>['place'];

/** Opens something outside the window. The host opens it, or names the address that the page has to open. */
export function useOpenPlace(): (place: Place) => void {
  const notifyFailure = useNotifyFailure();
  const { mutate } = useMutation({
    mutationFn: (place: Place) => callBridge('openPlace', { place }),
    onSuccess: ({ href }) => {
      if (href !== null) window.open(href, '_blank', 'noopener');
    },
    onError: notifyFailure,
  });
  return mutate;
}
