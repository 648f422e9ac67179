import { useTranslation } from 'react-i18next';
import { useLastSearches } from '../../lib/address/last-searches.ts';
import { useGoTo } from '../../lib/address/use-go-to.ts';
import { PAGES } from '../pages.ts';
import { keysOf, keysOfPage, NUMBERED_PAGES } from './command-keys.ts';
import type { KeyCombination } from './key-combination.ts';
import { useCommands } from './use-commands.ts';

export interface Shortcut {
  readonly id: string;
  readonly label: string;
  /** Each of them does it. */
  readonly combinations: readonly KeyCombination[];
  readonly isPossible?: () => boolean;
  readonly run: () => void;
}

/** Every key that works on every page: the handler and the help sheet have this one list. */
export function useShortcuts(): {
  readonly pages: readonly Shortcut[];
  readonly actions: readonly Shortcut[];
} {
  const { t } = useTranslation();
  const goTo = useGoTo();
  const commands = useCommands();
  return {
    pages: PAGES.slice(0, NUMBERED_PAGES).map(({ path, name }, index) => ({
      id: path,
      label: t(`shell.${name}`),
      combinations: keysOfPage(index + 1),
      // As it was left, like the menu.
      run: () => goTo({ path, search: useLastSearches.getState().searches[path] ?? {} }),
    })),
    actions: commands
      .map((command) => ({ ...command, combinations: keysOf(command.id) }))
      .filter(({ combinations }) => combinations.length > 0),
  };
}
