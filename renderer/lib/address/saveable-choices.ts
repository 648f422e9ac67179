import { useEffect } from 'react';
import { create } from 'zustand';
import { parseSearch, type Search, writeSearch } from './search.ts';

const useOffered = create<{ readonly choices: Search }>()(() => ({ choices: {} }));

/**
 * What the page shows whether or not its address says so, because it is a habit or a preference of the user: as the
 * address takes it. A saved view keeps it, so that it shows the same when these have changed.
 */
export function useSaveableChoices(): Search {
  return useOffered((state) => state.choices);
}

export function useOfferChoices(choices: Search): void {
  // The text stands for the choices, which are another object at each drawing.
  const text = writeSearch(choices);
  useEffect(() => {
    const offered = parseSearch(text);
    useOffered.setState((state) => ({ choices: { ...state.choices, ...offered } }));
    return () => useOffered.setState((state) => ({ choices: without(state.choices, offered) }));
  }, [text]);
}

function without(choices: Search, offered: Search): Search {
  return Object.fromEntries(Object.entries(choices).filter(([name]) => !(name in offered)));
}
