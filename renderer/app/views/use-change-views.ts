import type { SavedView } from '../../../shared/contract/preferences.ts';
import { useReplaceViews } from '../../lib/preferences.ts';
import { useTellFailure } from '../../lib/tell-failure.ts';

export type ChangeViews = (change: (views: readonly SavedView[]) => SavedView[]) => Promise<boolean>;

/** Changes the views of the user; answers whether that was kept, and tells when it was not. */
export function useChangeViews(): ChangeViews {
  const { mutateAsync } = useReplaceViews();
  const tellFailure = useTellFailure();
  return async (change) => {
    try {
      await mutateAsync(change);
      return true;
    } catch (error) {
      tellFailure(error);
      return false;
    }
  };
}
