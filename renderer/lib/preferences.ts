import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { create } from 'zustand';
import { DEFAULT_PREFERENCES } from '../../shared/contract/defaults.ts';
import type { Habits, Preferences } from '../../shared/contract/preferences.ts';
import { changePreferences, readPreferences } from '../../shared/contract/window.ts';
import { callApi, readApi } from './host/api-client.ts';
import { getUserKey, useMe } from './host/session.ts';

/** Changes run one after the other, because each replaces a whole list based on the previous change. */
const PREFERENCES_SCOPE = { id: 'preferences' };

/**
 * Read before the first page is drawn, so that it starts with the preferred period and shop. Read again when the window
 * gets the focus, as another window may have changed them.
 */
function preferencesQuery(user: string) {
  return queryOptions({
    queryKey: ['preferences', user],
    queryFn: () => readApi(readPreferences),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: 'always',
  });
}

export function usePreferencesQuery() {
  return useQuery(usePreferencesOptions());
}

/** The preferences of the signed-in user; the defaults if they cannot be read. */
export function usePreferences(): Preferences {
  return usePreferencesQuery().data ?? DEFAULT_PREFERENCES;
}

/** Shows a change at once if the preferences are loaded, and undoes it if it could not be saved. */
export function useChangePreferences() {
  const client = useQueryClient();
  const { queryKey } = usePreferencesOptions();
  const show = useShowPreferences();
  return useMutation({
    scope: PREFERENCES_SCOPE,
    mutationFn: (body: Partial<Preferences>) => callApi(changePreferences, { body }),
    onMutate: async (changes) => {
      const before = client.getQueryData(queryKey);
      if (before) await show({ ...before, ...changes });
      return { before };
    },
    onError: (_error, _changes, context) => context?.before && show(context.before),
    onSuccess: show,
  });
}

/** Applies `change` to the stored views, which another window may have changed. */
export function useReplaceViews() {
  const client = useQueryClient();
  const { queryKey } = usePreferencesOptions();
  return useMutation({
    scope: PREFERENCES_SCOPE,
    mutationFn: async (change: (views: Preferences['views']) => Preferences['views']) => {
      const { views } = await readApi(readPreferences);
      // `forgetUser` dropped the query because another user is signed in now.
      if (!client.getQueryState(queryKey)) throw new Error('the user of these views has left');
      return callApi(changePreferences, { body: { views: change(views) } });
    },
    onSuccess: useShowPreferences(),
  });
}

/** Cancels a reading in progress, whose answer may be older. */
function useShowPreferences() {
  const client = useQueryClient();
  const { queryKey } = usePreferencesOptions();
  return async (preferences: Preferences) => {
    await client.cancelQueries({ queryKey });
    client.setQueryData(queryKey, preferences);
  };
}

function usePreferencesOptions() {
  return preferencesQuery(getUserKey(useMe()));
}

/** While a column is dragged, its width changes many times a second. The first change is saved, then the latest. */
const SAVE_INTERVAL_MS = 300;

/** How the signed-in user has arranged the window: the state on the screen, which is saved at once. */
export const useHabits = create<Habits>()(() => DEFAULT_PREFERENCES.habits);

/**
 * Applies the saved habits before anything is drawn, and saves each change. If `saved` is `undefined` because the
 * habits could not be read, nothing is saved, as that would overwrite them.
 */
export function useSavedHabits(saved: Habits | undefined): void {
  const { mutate } = useChangePreferences();
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isUnsaved = useRef(false);

  useLayoutEffect(() => {
    // Changes since then are newer.
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
      }, SAVE_INTERVAL_MS);
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
