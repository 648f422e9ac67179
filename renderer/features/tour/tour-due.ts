import { useIsFetching } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { usePreferencesQuery } from '../../lib/preferences.ts';

const QUIET_FOR_MS = 600;

/**
 * Whether the tour is to begin by itself: for who neither saw nor skipped it, once the first page has been read. Where
 * it is not known whether somebody did, it stays away.
 */
export function useTourDue(): boolean {
  const isDone = usePreferencesQuery().data?.isTourDone ?? true;
  const isMoving = useRouterState({ select: ({ status }) => status === 'pending' });
  const isBusy = useIsFetching() > 0 || isMoving;
  const [isUsable, setUsable] = useState(false);
  useEffect(() => {
    if (isDone || isBusy) return;
    const timer = setTimeout(() => setUsable(true), QUIET_FOR_MS);
    return () => clearTimeout(timer);
  }, [isDone, isBusy]);
  return !isDone && isUsable;
}
