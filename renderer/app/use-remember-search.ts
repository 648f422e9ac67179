import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useLastSearches } from '../lib/address/last-searches.ts';
import { textsOf } from '../lib/address/search.ts';
import { isNamed } from './pages.ts';

/** Keeps the choices on the page that is shown, for when the menu or a page behind it leads back to it. */
export function useRememberSearch(): void {
  const { pathname, search } = useLocation();
  const remember = useLastSearches((state) => state.remember);
  useEffect(() => {
    if (isNamed(pathname)) remember(pathname, textsOf(search));
  }, [pathname, search, remember]);
}
