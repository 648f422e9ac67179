import { useIsFetching } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { TOUR_PAGE } from './tour-steps.ts';

const MIN_QUIET_MS = 600;

/** Whether the overview is shown with its figures. */
export function useTourReady(): boolean {
  const isThere = useRouterState({
    select: ({ status, location }) => status === 'idle' && location.pathname === TOUR_PAGE,
  });
  const isQuiet = useIsFetching() === 0 && isThere;
  const [isReady, setIsReady] = useState(false);
  useEffect(() => {
    if (!isQuiet) return setIsReady(false);
    const timer = setTimeout(() => setIsReady(true), MIN_QUIET_MS);
    return () => clearTimeout(timer);
  }, [isQuiet]);
  return isReady;
}
