import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { create } from 'zustand';
import { DEFAULT_PREFERENCES } from '../../shared/contract/defaults.ts';
import type { Habits, Preferences } from '../../shared/contract/preferences.ts';
import { changePreferences, readPreferences } from '../../shared/contract/window.ts';
import { callApi, readApi } from './host/api-client.ts';
import { nameOfUser, useMe } from './host/session.ts';

/** Changes run one after the other: each replaces a whole list, which must be the result of the previous change. */
const CHANGES_OF_PREFERENCES = { id: 'preferences' };

/**
 * Read before the first page is drawn, so that none begins with another period or shop than the preferred one; again
 * when the window is looked at again, since another one may have changed them.
 */
function preferencesQuery(user: string) {
  return queryOptions({
    queryKey: ['preferences', user],
    queryFn: () => readApi(readPreferences),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: 'always',
  });
}

/** Those of the signed-in user. */
export function usePreferencesQuery() {
  return useQuery(useOptions());
}

/** What the signed-in user prefers; the default where it cannot be read. */
export function usePreferences(): Preferences {
  return usePreferencesQuery().data ?? DEFAULT_PREFERENCES;
}

/** Shows a change at once where the preferences are loaded, and takes it back if it could not be saved. */
export function useChangePreferences() {
  const client = useQueryClient();
  const { queryKey } = useOptions();
  const show = useShow();
  return useMutation({
    scope: CHANGES_OF_PREFERENCES,
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
  const { queryKey } = useOptions();
  return useMutation({
    scope: CHANGES_OF_PREFERENCES,
    mutationFn: async (change: (views: Preferences['views']) => Preferences['views']) => {
      const { views } = await readApi(readPreferences);
      // `forgetUser` has dropped it: another user is signed in now.
      if (!client.getQueryState(queryKey)) throw new Error('the user of these views has left');
      return callApi(changePreferences, { body: { views: change(views) } });
    },
    onSuccess: useShow(),
  });
}

/** Cancels a reading under way, whose answer may be older. */
function useShow() {
  const client = useQueryClient();
  const { queryKey } = useOptions();
  return async (preferences: Preferences) => {
    await client.cancelQueries({ queryKey });
    client.setQueryData(queryKey, preferences);
  };
}

function useOptions() {
  return preferencesQuery(nameOfUser(useMe()));
}

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
