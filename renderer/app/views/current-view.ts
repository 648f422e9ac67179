import { type LinkProps, useLocation } from '@tanstack/react-router';
import { useMemo } from 'react';
import { PAGES } from '../../../shared/commands.ts';
import type { SavedView } from '../../../shared/contract/preferences.ts';
import type { Address } from '../../lib/address/address.ts';
import { useSaveableChoices, VIEW_PARAMETER } from '../../lib/address/navigation.ts';
import { parseSearch, pickTexts, type Search } from '../../lib/address/search.ts';
import { usePreferences } from '../../lib/preferences.ts';

/** The rows behind a figure, which are reached from the figure and not by name. */
const ROWS_PATHS: readonly string[] = ['/rows/items', '/rows/payments'] satisfies LinkProps['to'][];

/** Whether the page has filters that can be saved as a view. */
export function hasViews(pathname: string): boolean {
  return ROWS_PATHS.includes(pathname) || PAGES.some(({ path, hasViews }) => path === pathname && hasViews);
}

export interface CurrentView {
  readonly view: SavedView;
  /** Whether the choices have changed since. */
  readonly isChanged: boolean;
}

/** The parameters of an address in the form that a view stores: sorted, without the id of a view. */
export function writeChoices(search: Search): string {
  const choices = Object.entries(search).filter(([name]) => name !== VIEW_PARAMETER);
  return new URLSearchParams(choices.sort(([left], [right]) => (left < right ? -1 : 1))).toString();
}

export function getViewAddress({ id, path, search }: SavedView): Address {
  return { path, search: { ...parseSearch(search), [VIEW_PARAMETER]: id } };
}

/** The view of an address: the one it names, or one with the same parameters. */
export function findCurrentView(views: readonly SavedView[], { path, search }: Address): CurrentView | null {
  const text = writeChoices(search);
  const pageViews = views.filter((view) => view.path === path);
  const view =
    pageViews.find(({ id }) => id === search[VIEW_PARAMETER]) ?? pageViews.find((known) => known.search === text);
  return view ? { view, isChanged: view.search !== text } : null;
}

export function useCurrentView(): CurrentView | null {
  const { pathname, search } = useLocation();
  const { views } = usePreferences();
  return useMemo(
    () => findCurrentView(views, { path: pathname, search: pickTexts(search) }),
    [views, pathname, search],
  );
}

/**
 * The current state of the page in the form of a view, including habits and preferences that are not in its address.
 */
export function useCurrentChoices(): Pick<SavedView, 'path' | 'search'> {
  const { pathname, search } = useLocation();
  const saveable = useSaveableChoices();
  return {
    path: pathname,
    search: writeChoices({ ...saveable, ...pickTexts(search) }),
  };
}
