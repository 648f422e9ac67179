import { Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { usePreferences } from '../../lib/preferences.ts';
import { openShellDialog } from '../shell/shell-dialog-store.ts';
import type { ShownView } from './shown-view.ts';
import { useArrangeViews } from './use-arrange-views.ts';
import { useUpdateView } from './use-update-view.ts';

interface ViewActionsProps {
  readonly viewId: string;
  /** What the page shows, of whatever view. */
  readonly shown: ShownView | null;
}

/** What can be done with a view, as the items of a menu. */
export function ViewActions({ viewId, shown }: ViewActionsProps) {
  const { t } = useTranslation();
  const { views } = usePreferences();
  const update = useUpdateView();
  const { move, remove } = useArrangeViews();
  const changed = shown?.isChanged && shown.view.id === viewId ? shown.view : null;
  return (
    <>
      {changed && <Menu.Item onClick={() => void update(changed)}>{t('views.update')}</Menu.Item>}
      <Menu.Item onClick={() => openShellDialog({ kind: 'view', viewId })}>{t('views.rename')}</Menu.Item>
      <Menu.Item disabled={views.at(0)?.id === viewId} onClick={() => move(viewId, -1)}>
        {t('views.up')}
      </Menu.Item>
      <Menu.Item disabled={views.at(-1)?.id === viewId} onClick={() => move(viewId, 1)}>
        {t('views.down')}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item onClick={() => remove(viewId)}>{t('views.remove')}</Menu.Item>
    </>
  );
}
