import { useLocation } from '@tanstack/react-router';
import type { SavedView } from '../../../shared/contract/preferences.ts';
import { useSaveableChoices } from '../../lib/address/saveable-choices.ts';
import { textsOf } from '../../lib/address/search.ts';
import { choicesText } from './shown-view.ts';

/** What the page shows, as a view keeps it: with what its address leaves to habits and preferences of the user. */
export function useShownChoices(): Pick<SavedView, 'path' | 'search'> {
  const { pathname, search } = useLocation();
  const saveable = useSaveableChoices();
  return {
    path: pathname,
    search: choicesText({ ...saveable, ...textsOf(search) }),
  };
}
