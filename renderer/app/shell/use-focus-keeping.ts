import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { focusPageTitle } from '../../components/page/page-title.tsx';
import { startFocusKeeper } from './focus-keeper.ts';

/** Keeps the focus from falling to nothing, and leads it to the title of each page that is gone to. */
export function useFocusKeeping(): void {
  const router = useRouter();
  useEffect(startFocusKeeper, []);
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        // The window's first page, which `/` leads to, is read from its beginning.
        if (!fromLocation || fromLocation.pathname === '/' || !pathChanged) return;
        // A page may have chosen itself where to begin; a dialog keeps what it has.
        if (!document.activeElement?.closest('main *, [role="dialog"]')) focusPageTitle();
      }),
    [router],
  );
}
