import { notifications } from '@mantine/notifications';
import type { QueryClient } from '@tanstack/react-query';
import type { StoreApi } from 'zustand';
import { useLastSearches } from '../lib/address/last-searches.ts';
import { useExportsStore } from '../lib/exports/exports-store.ts';
import { SESSION_KEY } from '../lib/query-client.ts';
import { SETTINGS_KEY } from '../lib/settings.ts';
import { usePaletteStore } from './shell/palette-store.ts';
import { useShellDialogStore } from './shell/shell-dialog-store.ts';

const NOT_OF_A_USER: readonly unknown[] = [SESSION_KEY[0], SETTINGS_KEY[0]];

/** Drops whatever was read, chosen, opened or exported by the user who was signed in, and what was told about it. */
export function forgetUser(client: QueryClient): void {
  client.removeQueries({ predicate: (query) => !NOT_OF_A_USER.includes(query.queryKey[0]) });
  // What is still on its way holds words of the user, and would come back into the window of the next one.
  client.getMutationCache().clear();
  notifications.clean();
  notifications.cleanQueue();
  reset(useExportsStore);
  reset(useLastSearches);
  reset(usePaletteStore);
  reset(useShellDialogStore);
}

function reset<State>(store: StoreApi<State>): void {
  store.setState(store.getInitialState(), true);
}
