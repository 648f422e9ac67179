import { useMutation } from '@tanstack/react-query';
import type { BridgeArgument } from '../../../shared/contract/bridge.ts';
import { useTellFailure } from '../tell-failure.ts';
import { callBridge } from './bridge-client.ts';

type Place = BridgeArgument<'openPlace'>['place'];

/** Opens what lies outside the window: the host does it, or names the address that the page has to open. */
export function useOpenPlace(): (place: Place) => void {
  const tellFailure = useTellFailure();
  const { mutate } = useMutation({
    mutationFn: (place: Place) => callBridge('openPlace', { place }),
    onSuccess: ({ href }) => {
      if (href !== null) window.open(href, '_blank', 'noopener');
    },
    onError: tellFailure,
  });
  return mutate;
}
