import type { CommandId } from './command-keys.ts';
import { useCommands } from './use-commands.ts';

export interface Action {
  readonly id: string;
  readonly label: string;
  readonly run: () => void;
}

/** The palette is open already, and gives the focus back to where it was. */
const NOT_IN_PALETTE: readonly CommandId[] = ['palette', 'search'];

/** What the palette can do on the page that is shown. */
export function useActions(): readonly Action[] {
  return useCommands().filter(
    ({ id, isPossible }) => !NOT_IN_PALETTE.includes(id) && (isPossible?.() ?? true),
  );
}
