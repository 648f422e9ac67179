import { notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import type { SavedView } from '../../../shared/contract/preferences.ts';
import { showUndo } from '../../components/overlays/show-undo.tsx';
import { useChangeViews } from './use-change-views.ts';
import { namesake, withViewBack } from './view-list.ts';

interface GoneView {
  /** What happened, as a sentence. */
  readonly message: string;
  readonly view: SavedView;
  readonly place: number;
  /** What else is as it was before. */
  readonly others?: (views: readonly SavedView[]) => readonly SavedView[];
}

/** Offers to bring back a view that went; says so when its name was given to another one meanwhile. */
export function useOfferBack(): (gone: GoneView) => void {
  const { t } = useTranslation();
  const change = useChangeViews();
  return ({ message, view, place, others = (views) => views }) => {
    async function bringBack() {
      let isNameTaken = false;
      const isKept = await change((now) => {
        const before = others(now);
        isNameTaken = namesake(before, view) !== undefined;
        return isNameTaken ? [...now] : withViewBack(before, view, place);
      });
      if (isKept && isNameTaken) notifications.show({ message: t('views.nameTaken', { name: view.name }) });
    }
    showUndo({ message, onUndo: () => void bringBack() });
  };
}
