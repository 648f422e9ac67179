import { useLocation } from '@tanstack/react-router';
import { useMemo } from 'react';
import { textsOf } from '../../lib/address/search.ts';
import { usePreferences } from '../../lib/preferences.ts';
import { type ShownView, shownView } from './shown-view.ts';

/** The view that the page shows; null for none. */
export function useShownView(): ShownView | null {
  const { pathname, search } = useLocation();
  const { views } = usePreferences();
  return useMemo(
    () => shownView(views, { path: pathname, search: textsOf(search) }),
    [views, pathname, search],
  );
}
