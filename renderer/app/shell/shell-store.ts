import type { RememberedSignIn } from '../../../shared/contract/bridge.ts';
import { createUserStore } from '../../lib/host/user-stores.ts';

/**
 * `view` renames the view with that id, or saves a new one if `viewId` is `null`. `sign-in` is prefilled with `start`.
 * `switch` asks whether to stop an export.
 */
export type ShellDialog =
  | { readonly kind: 'help' }
  | { readonly kind: 'tour' }
  | { readonly kind: 'view'; readonly viewId: string | null }
  | {
      readonly kind: 'sign-in';
      readonly start: Pick<RememberedSignIn, 'account' | 'email' | 'platform'> | null;
    }
  | { readonly kind: 'switch'; readonly signIn: RememberedSignIn };

interface ShellDialogStore {
  /** The open dialog; at most one. */
  readonly opened: ShellDialog | null;
}

export const useShellDialogStore = createUserStore<ShellDialogStore>(() => ({ opened: null }));

export function openShellDialog(opened: ShellDialog): void {
  useShellDialogStore.setState({ opened });
}

export function closeShellDialog(): void {
  useShellDialogStore.setState({ opened: null });
}

interface PaletteStore {
  readonly isOpen: boolean;
  /** Whether the palette was ever opened, so that its code is fetched. */
  readonly wasOpened: boolean;
  /** The typed text, even before the field was there. */
  readonly query: string;
}

export const usePaletteStore = createUserStore<PaletteStore>(() => ({ isOpen: false, wasOpened: false, query: '' }));

export function openPalette(): void {
  usePaletteStore.setState(({ isOpen, query }) => ({ isOpen: true, wasOpened: true, query: isOpen ? query : '' }));
}

export function typeInPalette(query: string): void {
  usePaletteStore.setState({ query });
}

export function closePalette(): void {
  usePaletteStore.setState({ isOpen: false });
}
