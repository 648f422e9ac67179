import { type LinkProps, useLocation } from '@tanstack/react-router';
import { useMemo } from 'react';
import { PAGES } from '../../../shared/commands.ts';
import type { SavedView } from '../../../shared/contract/preferences.ts';
import type { Address } from '../../lib/address/address.ts';
import { useSaveableChoices, VIEW_PARAMETER } from '../../lib/address/navigation.ts';
import { parseSearch, pickTexts, type Search } from '../../lib/address/search.ts';
import { usePreferences } from '../../lib/preferences.ts';

/** The rows behind a figure, which are reached by the figure and not by name. */
const ROWS_PATHS: readonly string[] = ['/rows/items', '/rows/payments'] satisfies LinkProps['to'][];

/** Whether the page has filters that can be saved as a view. */
export function hasViews(pathname: string): boolean {
  return ROWS_PATHS.includes(pathname) || PAGES.some(({ path, hasViews }) => path === pathname && hasViews);
}

export interface CurrentView {
  readonly view: SavedView;
  /** True when something was chosen otherwise since. */
  readonly isChanged: boolean;
}

/** The parameters of an address as a view stores them: sorted, and without the name of a view. */
export function choicesText(search: Search): string {
  const choices = Object.entries(search).filter(([name]) => name !== VIEW_PARAMETER);
  return new URLSearchParams(choices.sort(([left], [right]) => (left < right ? -1 : 1))).toString();
}

export function viewAddress({ id, path, search }: SavedView): Address {
  return { path, search: { ...parseSearch(search), [VIEW_PARAMETER]: id } };
}

/** The view that an address shows: the one it names, or one with the same parameters. */
export function currentView(views: readonly SavedView[], { path, search }: Address): CurrentView | null {
  const text = choicesText(search);
  const ofPage = views.filter((view) => view.path === path);
  const view = ofPage.find(({ id }) => id === search[VIEW_PARAMETER]) ?? ofPage.find((known) => known.search === text);
  return view ? { view, isChanged: view.search !== text } : null;
}

export function useCurrentView(): CurrentView | null {
  const { pathname, search } = useLocation();
  const { views } = usePreferences();
  return useMemo(() => currentView(views, { path: pathname, search: pickTexts(search) }), [views, pathname, search]);
}

/** What the page shows, as a view stores it, including habits and preferences that are not in its address. */
export function useCurrentChoices(): Pick<SavedView, 'path' | 'search'> {
  const { pathname, search } = useLocation();
  const saveable = useSaveableChoices();
  return {
    path: pathname,
    search: choicesText({ ...saveable, ...pickTexts(search) }),
  };
}
