import { useEffect, useLayoutEffect, useRef } from 'react';
import { create } from 'zustand';
import { DEFAULT_PREFERENCES } from '../../shared/contract/default-preferences.ts';
import type { Habits } from '../../shared/contract/preferences.ts';
import { useChangePreferences } from './preferences.ts';

/** While a column is dragged its width changes many times a second: saved are the first change, and then the latest. */
const SAVED_EVERY_MS = 300;

/** How the signed-in user has arranged the window: what is drawn now, which is saved at once. */
export const useHabits = create<Habits>()(() => DEFAULT_PREFERENCES.habits);

/**
 * Takes over the habits that were saved, before anything is drawn with them, and saves each change. With undefined, where
 * they could not be read, nothing is saved: it would replace what is there.
 */
export function useSavedHabits(saved: Habits | undefined): void {
  const { mutate } = useChangePreferences();
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isUnsaved = useRef(false);

  useLayoutEffect(() => {
    // What was changed since is newer.
    if (!isUnsaved.current) useHabits.setState(saved ?? DEFAULT_PREFERENCES.habits, true);
  }, [saved]);

  useEffect(() => {
    if (saved === undefined) return;
    const save = () => {
      if (!isUnsaved.current) return;
      isUnsaved.current = false;
      mutate({ habits: useHabits.getState() });
      pause.current = setTimeout(() => {
        pause.current = undefined;
        save();
      }, SAVED_EVERY_MS);
    };
    const stop = useHabits.subscribe((habits) => {
      if (habits === saved) return;
      isUnsaved.current = true;
      if (pause.current === undefined) save();
    });
    window.addEventListener('pagehide', save);
    return () => {
      stop();
      window.removeEventListener('pagehide', save);
    };
  }, [saved, mutate]);

  // The next user has other habits.
  useEffect(() => () => clearTimeout(pause.current), []);
}
