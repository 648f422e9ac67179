import { useTranslation } from 'react-i18next';
import type { SavedView } from '../../../shared/contract/preferences.ts';
import { showUndo } from '../../components/overlays/undo.tsx';
import { useGoTo } from '../../lib/address/navigation.ts';
import { useNotifyFailure } from '../../lib/failures.ts';
import { notify } from '../../lib/notify.ts';
import { usePreferences, useReplaceViews } from '../../lib/preferences.ts';
import { getViewAddress, useCurrentChoices } from './current-view.ts';

type Views = readonly SavedView[];

/** Finds another view with the same name, ignoring case. */
export function findNamesake(views: Views, { id, name }: Pick<SavedView, 'id' | 'name'>): SavedView | undefined {
  const wanted = name.toLowerCase();
  return views.find((view) => view.id !== id && view.name.toLowerCase() === wanted);
}

/** Replaces the view with the same id, or else the one with the same name. Otherwise adds the view at the end. */
export function putView(views: Views, view: SavedView): SavedView[] {
  const replaced = findNamesake(views, view);
  const own = views.findIndex(({ id }) => id === view.id);
  const index = own === -1 && replaced ? views.indexOf(replaced) : own;
  if (index === -1) return [...views, view];
  return views.with(index, view).filter((other) => other !== replaced);
}

export function removeView(views: Views, id: string): SavedView[] {
  return views.filter((view) => view.id !== id);
}

/** Inserts a removed view at its old position, unless a view with its id or name exists. */
export function restoreView(views: Views, view: SavedView, index: number): SavedView[] {
  if (views.some(({ id }) => id === view.id) || findNamesake(views, view)) return [...views];
  return views.toSpliced(index, 0, view);
}

export function moveView(views: Views, id: string, step: 1 | -1): SavedView[] {
  const from = views.findIndex((view) => view.id === id);
  const to = from + step;
  const moved = views[from];
  if (moved === undefined || to < 0 || to >= views.length) return [...views];
  return views.toSpliced(from, 1).toSpliced(to, 0, moved);
}

export type ChangeViews = (change: (views: readonly SavedView[]) => SavedView[]) => Promise<boolean>;

/** Changes the user's views. Resolves to whether they were saved, and notifies the user if not. */
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

/** Saves the current state of the page in a view. */
export function useUpdateView(): (view: SavedView) => Promise<void> {
  const choices = useCurrentChoices();
  const change = useChangeViews();
  const goTo = useGoTo();
  return async (view) => {
    const updated = { ...view, ...choices };
    const hasChanged = await change((views) => putView(views, updated));
    if (hasChanged) goTo(getViewAddress(updated), { replaces: true });
  };
}

export function useArrangeViews() {
  const { t } = useTranslation();
  const { views } = usePreferences();
  const change = useChangeViews();
  const offerBack = useOfferUndo();

  async function remove(id: string) {
    const index = views.findIndex((view) => view.id === id);
    const view = views[index];
    if (view === undefined || !(await change((now) => removeView(now, id)))) return;
    offerBack({ message: t('views.removed', { name: view.name }), view, index });
  }

  return {
    move: (id: string, step: 1 | -1) => void change((now) => moveView(now, id, step)),
    remove: (id: string) => void remove(id),
  };
}

interface RemovedView {
  /** What happened, as a sentence. */
  readonly message: string;
  readonly view: SavedView;
  readonly index: number;
  /** Restores other views that the removal changed. */
  readonly others?: (views: readonly SavedView[]) => readonly SavedView[];
}

/** Offers to restore a removed view. Notifies the user if another view has taken its name meanwhile. */
export function useOfferUndo(): (gone: RemovedView) => void {
  const { t } = useTranslation();
  const change = useChangeViews();
  return ({ message, view, index, others = (views) => views }) => {
    async function restore() {
      let isNameTaken = false;
      const hasChanged = await change((now) => {
        const before = others(now);
        isNameTaken = findNamesake(before, view) !== undefined;
        return isNameTaken ? [...now] : restoreView(before, view, index);
      });
      if (hasChanged && isNameTaken) notify(t('views.nameTaken', { name: view.name }));
    }
    showUndo({ message, onUndo: () => void restore() });
  };
}
