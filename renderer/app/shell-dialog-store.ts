import { create } from 'zustand';

/** `view` with an id is the name of that view, without one a new view of what the page shows. */
export type ShellDialog =
  | { readonly kind: 'help' }
  | { readonly kind: 'tour' }
  | { readonly kind: 'view'; readonly viewId: string | null };

interface ShellDialogStore {
  /** What stands over the page; one at a time. */
  readonly opened: ShellDialog | null;
}

export const useShellDialogStore = create<ShellDialogStore>()(() => ({ opened: null }));

export function openShellDialog(opened: ShellDialog): void {
  useShellDialogStore.setState({ opened });
}

export function closeShellDialog(): void {
  useShellDialogStore.setState({ opened: null });
}
