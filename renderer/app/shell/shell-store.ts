import type { RememberedSignIn } from '../../../shared/contract/bridge.ts';
import { createUserStore } from '../../lib/host/user-stores.ts';

/**
 * `view` with an id is the name of that view, without one a new view of what the page shows. `sign-in` begins with what
 * is known of who signs in, `switch` asks whether an export may stop for it.
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
  /** The dialog over the page; one at a time. */
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
  /** From then on its code is there. */
  readonly wasAsked: boolean;
  /** What was typed, also before its field was there. */
  readonly query: string;
}

export const usePaletteStore = createUserStore<PaletteStore>(() => ({ isOpen: false, wasAsked: false, query: '' }));

export function openPalette(): void {
  usePaletteStore.setState(({ isOpen, query }) => ({ isOpen: true, wasAsked: true, query: isOpen ? query : '' }));
}

export function typeInPalette(query: string): void {
  usePaletteStore.setState({ query });
}

export function closePalette(): void {
  usePaletteStore.setState({ isOpen: false });
}
