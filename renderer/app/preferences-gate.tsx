import type { ReactNode } from 'react';
import { usePreferencesQuery, useSavedHabits } from '../lib/preferences.ts';

/** Draws no page before it is known with which period and shop it begins; without an answer with the default ones. */
export function PreferencesGate({ children }: { readonly children: ReactNode }) {
  // Also while it is read again after a failure: what was begun on a page stays.
  const { data, isFetched } = usePreferencesQuery();
  useSavedHabits(data?.habits);
  return isFetched ? children : null;
}
