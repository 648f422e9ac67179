import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import type { Webhook } from '../../../../shared/contract/webhook-records.ts';

interface DismissedNotices {
  /** Names of what was dismissed, see `noticeName`. */
  readonly names: readonly string[];
  readonly dismiss: (names: readonly string[]) => void;
}

/**
 * The notices that a user has put away. They are kept over restarts, and over a change of user: each name holds the
 * number of the user it is put away for, and nothing else of them.
 */
export const useDismissedNotices = create<DismissedNotices>()(
  persist(
    (set) => ({
      names: [],
      dismiss: (names) => set((state) => ({ names: [...new Set([...state.names, ...names])] })),
    }),
    { name: 'tilldesk.dismissed-webhook-notices', version: 1 },
  ),
);

/** Another disabling of the same webhook is another notice. */
export function noticeName(userId: number, { id, disabled_at: disabledAt }: Webhook): string {
  return `${userId} ${id} ${disabledAt}`;
}
