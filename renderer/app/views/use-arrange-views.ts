import { useTranslation } from 'react-i18next';
import { usePreferences } from '../../lib/preferences.ts';
import { useChangeViews } from './use-change-views.ts';
import { useOfferBack } from './use-offer-back.ts';
import { withoutView, withViewMoved } from './view-list.ts';

interface ArrangeViews {
  readonly move: (id: string, step: 1 | -1) => void;
  readonly remove: (id: string) => void;
}

/** Puts the views in another order, and takes them out. */
export function useArrangeViews(): ArrangeViews {
  const { t } = useTranslation();
  const { views } = usePreferences();
  const change = useChangeViews();
  const offerBack = useOfferBack();

  async function remove(id: string) {
    const place = views.findIndex((view) => view.id === id);
    const view = views[place];
    if (view === undefined || !(await change((now) => withoutView(now, id)))) return;
    offerBack({ message: t('views.removed', { name: view.name }), view, place });
  }

  return {
    move: (id, step) => void change((now) => withViewMoved(now, id, step)),
    remove: (id) => void remove(id),
  };
}
