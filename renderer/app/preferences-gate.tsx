import type { ReactNode } from 'react';
import { usePreferencesQuery, useSavedHabits } from '../lib/preferences.ts';

/** Waits for the preferred period and shop before drawing a page. If they cannot be read, uses the defaults. */
export function PreferencesGate({ children }: { readonly children: ReactNode }) {
  // Stays open during a retry, so that unfinished work on a page is not lost.
  const { data, isFetched } = usePreferencesQuery();
  useSavedHabits(data?.habits);
  return isFetched ? children : null;
}
