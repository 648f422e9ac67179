import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Lets Enter wait for the answer to what was typed: a scanner presses it at once. `run` is called once the answer is there, and not
 * at all where the search failed.
 */
export function useEntered(
  search: { readonly isSearching: boolean; readonly hasFailed: boolean },
  run: () => void,
) {
  const { isSearching, hasFailed } = search;
  const [isWaiting, setWaiting] = useState(false);
  const answer = useEffectEvent(() => {
    setWaiting(false);
    if (!hasFailed) run();
  });
  useEffect(() => {
    if (isWaiting && !isSearching) answer();
  }, [isWaiting, isSearching]);
  return { isWaiting, wait: () => setWaiting(true), stop: () => setWaiting(false) };
}
