import { useEffect, useLayoutEffect, useRef } from 'react';
import { create } from 'zustand';
import { DEFAULT_PREFERENCES } from '../../../shared/contract/default-preferences.ts';
import type { Habits } from '../../../shared/contract/preferences.ts';
import { useChangePreferences } from './preferences.ts';

/** While a column is dragged its width changes many times a second. */
const SAVE_AFTER_MS = 300;

/** How the signed-in user has arranged the window: what is drawn now, which is saved a moment later. */
export const useHabits = create<Habits>()(() => DEFAULT_PREFERENCES.habits);

/**
 * Takes over the habits that were saved, before anything is drawn with them, and saves each change. With undefined, where
 * they could not be read, nothing is saved: it would replace what is there.
 */
export function useSavedHabits(saved: Habits | undefined): void {
  const { mutate } = useChangePreferences();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useLayoutEffect(() => {
    // What is about to be saved is newer.
    if (timer.current === undefined) useHabits.setState(saved ?? DEFAULT_PREFERENCES.habits, true);
  }, [saved]);

  useEffect(() => {
    if (saved === undefined) return;
    const cancel = () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    };
    const save = () => {
      if (timer.current === undefined) return;
      cancel();
      mutate({ habits: useHabits.getState() });
    };
    const stop = useHabits.subscribe((habits) => {
      if (habits === saved) return;
      cancel();
      timer.current = setTimeout(save, SAVE_AFTER_MS);
    });
    window.addEventListener('pagehide', save);
    return () => {
      stop();
      window.removeEventListener('pagehide', save);
    };
  }, [saved, mutate]);

  // Whoever comes next has other habits.
  useEffect(() => () => clearTimeout(timer.current), []);
}
