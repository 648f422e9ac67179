import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../components/overlays/dialog.tsx';
import { useGoTo } from '../../lib/address/use-go-to.ts';
import { usePreferences } from '../../lib/preferences.ts';
import { closeShellDialog } from '../shell/shell-dialog-store.ts';
import { viewAddress } from './shown-view.ts';
import { useChangeViews } from './use-change-views.ts';
import { useOfferBack } from './use-offer-back.ts';
import { useShownChoices } from './use-shown-choices.ts';
import { ViewForm } from './view-form.tsx';
import { namesake, withoutView, withView } from './view-list.ts';

/** Asks for the name of a view: of a new one with what the page shows, or another one for a view that there is. */
export function ViewDialog({ viewId }: { readonly viewId: string | null }) {
  const { t } = useTranslation();
  const { views } = usePreferences();
  const choices = useShownChoices();
  const change = useChangeViews();
  const offerBack = useOfferBack();
  const goTo = useGoTo();
  const [newId] = useState(() => crypto.randomUUID());
  const renamed = views.find(({ id }) => id === viewId);
  const draft = renamed ?? { id: newId, name: '', ...choices };

  async function save(name: string) {
    const view = { ...draft, name };
    const replaced = namesake(views, view);
    if (!(await change((now) => withView(now, view)))) return;
    closeShellDialog();
    if (replaced) {
      offerBack({
        message: t('views.replaced', { name: replaced.name }),
        view: replaced,
        place: views.indexOf(replaced),
        others: (now) =>
          renamed
            ? now.map((other) => (other.id === renamed.id ? renamed : other))
            : withoutView(now, view.id),
      });
    }
    if (!renamed) goTo(viewAddress(view), { replaces: true });
  }

  return (
    <Dialog
      isOpen
      title={renamed ? t('views.save.renameTitle') : t('views.save.title')}
      onClose={closeShellDialog}
    >
      <ViewForm draft={draft} views={views} isNew={!renamed} onSave={save} onCancel={closeShellDialog} />
    </Dialog>
  );
}
