import type { SavedView } from '../../../shared/contract/preferences.ts';
import { useGoTo } from '../../lib/address/use-go-to.ts';
import { viewAddress } from './shown-view.ts';
import { useChangeViews } from './use-change-views.ts';
import { useShownChoices } from './use-shown-choices.ts';
import { withView } from './view-list.ts';

/** Lets a view of the page be what is shown now. */
export function useUpdateView(): (view: SavedView) => Promise<void> {
  const choices = useShownChoices();
  const change = useChangeViews();
  const goTo = useGoTo();
  return async (view) => {
    const updated = { ...view, ...choices };
    const isKept = await change((views) => withView(views, updated));
    if (isKept) goTo(viewAddress(updated), { replaces: true });
  };
}
