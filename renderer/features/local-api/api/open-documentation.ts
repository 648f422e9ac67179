import { useMutation } from '@tanstack/react-query';
import { useTellFailure } from '../../../app/tell-failure.ts';
import { callBridge } from '../../../lib/bridge-client.ts';

/** Opens the documentation: the host does it, or names the address that the page has to open. */
export function useOpenDocumentation(): () => void {
  const tellFailure = useTellFailure();
  const { mutate } = useMutation({
    mutationFn: () => callBridge('openDocumentation', {}),
    onSuccess: ({ href }) => {
      if (href !== null) window.open(href, '_blank', 'noopener');
    },
    onError: tellFailure,
  });
  return mutate;
}
