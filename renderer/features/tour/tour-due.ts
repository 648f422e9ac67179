import { useIsFetching } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { usePreferencesQuery } from '../../lib/preferences.ts';

const QUIET_FOR_MS = 600;

/**
 * Whether the tour begins by itself: for users who neither saw nor skipped it, once the first page has been read. It
 * does not begin while the preferences are unknown.
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
