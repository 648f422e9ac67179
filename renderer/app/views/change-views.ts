import { useTranslation } from 'react-i18next';
import type { SavedView } from '../../../shared/contract/preferences.ts';
import { showUndo } from '../../components/overlays/undo.tsx';
import { useGoTo } from '../../lib/address/navigation.ts';
import { useNotifyFailure } from '../../lib/failures.ts';
import { notify } from '../../lib/notify.ts';
import { usePreferences, useReplaceViews } from '../../lib/preferences.ts';
import { useCurrentChoices, viewAddress } from './current-view.ts';

type Views = readonly SavedView[];

/** Another view with the same name, ignoring case. */
export function namesake(views: Views, { id, name }: Pick<SavedView, 'id' | 'name'>): SavedView | undefined {
  const asked = name.toLowerCase();
  return views.find((view) => view.id !== id && view.name.toLowerCase() === asked);
}

/** Replaces the view with the same id, or else the one with the same name; a new view is added at the end. */
export function withView(views: Views, view: SavedView): SavedView[] {
  const replaced = namesake(views, view);
  const own = views.findIndex(({ id }) => id === view.id);
  const index = own === -1 && replaced ? views.indexOf(replaced) : own;
  if (index === -1) return [...views, view];
  return views.with(index, view).filter((other) => other !== replaced);
}

export function withoutView(views: Views, id: string): SavedView[] {
  return views.filter((view) => view.id !== id);
}

/** Inserts a removed view at its old position, unless the view or its name exists again. */
export function withViewBack(views: Views, view: SavedView, index: number): SavedView[] {
  if (views.some(({ id }) => id === view.id) || namesake(views, view)) return [...views];
  return views.toSpliced(index, 0, view);
}

export function withViewMoved(views: Views, id: string, step: 1 | -1): SavedView[] {
  const from = views.findIndex((view) => view.id === id);
  const to = from + step;
  const moved = views[from];
  if (moved === undefined || to < 0 || to >= views.length) return [...views];
  return views.toSpliced(from, 1).toSpliced(to, 0, moved);
}

export type ChangeViews = (change: (views: readonly SavedView[]) => SavedView[]) => Promise<boolean>;

/** Changes the views of the user; answers whether they were saved, and notifies the user otherwise. */
export function useChangeViews(): ChangeViews {
  const { mutateAsync } = useReplaceViews();
  const notifyFailure = useNotifyFailure();
  return async (change) => {
    try {
      await mutateAsync(change);
      return true;
    } catch (error) {
      notifyFailure(error);
      return false;
    }
  };
}

/** Saves what the page shows now in a view. */
export function useUpdateView(): (view: SavedView) => Promise<void> {
  const choices = useCurrentChoices();
  const change = useChangeViews();
  const goTo = useGoTo();
  return async (view) => {
    const updated = { ...view, ...choices };
    const hasChanged = await change((views) => withView(views, updated));
    if (hasChanged) goTo(viewAddress(updated), { replaces: true });
  };
}

export function useArrangeViews() {
  const { t } = useTranslation();
  const { views } = usePreferences();
  const change = useChangeViews();
  const offerBack = useOfferBack();

  async function remove(id: string) {
    const index = views.findIndex((view) => view.id === id);
    const view = views[index];
    if (view === undefined || !(await change((now) => withoutView(now, id)))) return;
    offerBack({ message: t('views.removed', { name: view.name }), view, index });
  }

  return {
    move: (id: string, step: 1 | -1) => void change((now) => withViewMoved(now, id, step)),
    remove: (id: string) => void remove(id),
  };
}

interface GoneView {
  /** What happened, as a sentence. */
  readonly message: string;
  readonly view: SavedView;
  readonly index: number;
  /** Restores what else the removal changed. */
  readonly others?: (views: readonly SavedView[]) => readonly SavedView[];
}

/** Offers to restore a removed view; notifies the user when another view got its name meanwhile. */
export function useOfferBack(): (gone: GoneView) => void {
  const { t } = useTranslation();
  const change = useChangeViews();
  return ({ message, view, index, others = (views) => views }) => {
    async function bringBack() {
      let isNameTaken = false;
      const hasChanged = await change((now) => {
        const before = others(now);
        isNameTaken = namesake(before, view) !== undefined;
        return isNameTaken ? [...now] : withViewBack(before, view, index);
      });
      if (hasChanged && isNameTaken) notify(t('views.nameTaken', { name: view.name }));
    }
    showUndo({ message, onUndo: () => void bringBack() });
  };
}
