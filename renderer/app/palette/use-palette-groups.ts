import { IconBolt } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useActions } from '../shortcuts/use-actions.ts';
import { exactFirst, matching, type PaletteGroup } from './palette-entry.ts';
import { useFound } from './use-found.ts';
import { usePlaces } from './use-places.ts';

/** A single letter is in nearly every product. */
const LEAST_CHARACTERS = 2;

interface PaletteGroups {
  readonly groups: readonly PaletteGroup[];
  readonly isSearching: boolean;
  /** Products or orders could not be searched: that none is there then says nothing. */
  readonly hasFailed: boolean;
}

/**
 * What is offered for a query: known names at once, products and orders once they are the answer to this very query. The
 * time until a query has settled is part of the search.
 */
export function usePaletteGroups(query: string, settledQuery: string): PaletteGroups {
  const { t } = useTranslation();
  const { pages, views } = usePlaces();
  const actions = useActions().map((action) => ({ ...action, icon: IconBolt }));
  const term = termOf(query);
  const isSettled = term === termOf(settledQuery);
  const found = useFound(isSettled ? term : '');
  const groups = [
    { name: t('habits.palette.pages'), entries: matching(pages, query) },
    { name: t('habits.palette.views'), entries: matching(views, query) },
    { name: t('habits.palette.products'), entries: found.products },
    { name: t('habits.palette.orders'), entries: found.orders },
    { name: t('habits.palette.actions'), entries: matching(actions, query) },
  ];
  const filled = groups.filter(({ entries }) => entries.length > 0);
  return {
    groups: exactFirst(filled, query),
    isSearching: !isSettled || found.isSearching,
    hasFailed: found.hasFailed,
  };
}

/** What is searched for; empty while nothing is. */
function termOf(query: string): string {
  const term = query.trim();
  return term.length < LEAST_CHARACTERS ? '' : term;
}
