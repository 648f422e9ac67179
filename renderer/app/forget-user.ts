import type { QueryClient } from '@tanstack/react-query';
import type { StoreApi } from 'zustand';
import { useCatalogFilters } from '../features/catalog/catalog-filters.ts';
import { useDiscountsStore } from '../features/discounts/discounts-store.ts';
import { useJournalStore } from '../features/journal/journal-store.ts';
import { useReportStore } from '../features/report/report-store.ts';
import { SESSION_KEY } from '../lib/query-client.ts';
import { useExportsStore } from './exports-store.ts';
import { SETTINGS_KEY } from './settings.ts';

const NOT_OF_A_USER: readonly unknown[] = [SESSION_KEY[0], SETTINGS_KEY[0]];

/** Drops whatever was read, chosen or exported by the user who was signed in. */
export function forgetUser(client: QueryClient): void {
  client.removeQueries({ predicate: (query) => !NOT_OF_A_USER.includes(query.queryKey[0]) });
  reset(useExportsStore);
  reset(useCatalogFilters);
  reset(useDiscountsStore);
  reset(useReportStore);
  reset(useJournalStore);
}

function reset<State>(store: StoreApi<State>): void {
  store.setState(store.getInitialState(), true);
}
