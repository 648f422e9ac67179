import { Menu } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useGoTo } from '../../lib/address/use-go-to.ts';
import { usePreferences } from '../../lib/preferences.ts';
import { openShellDialog } from '../shell/shell-dialog-store.ts';
import { KeysHint } from '../shortcuts/keys-hint.tsx';
import { type ShownView, viewAddress } from './shown-view.ts';
import { useUpdateView } from './use-update-view.ts';

/** What can be done with the view that the page shows, and the other views of the page. */
export function ViewMenu({ shown }: { readonly shown: ShownView | null }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const views = usePreferences().views.filter(({ path }) => path === pathname);
  const update = useUpdateView();
  const goTo = useGoTo();
  return (
    <>
      {shown?.isChanged && (
        <>
          <Menu.Item onClick={() => void update(shown.view)}>{t('views.update')}</Menu.Item>
          <Menu.Item onClick={() => goTo(viewAddress(shown.view))}>{t('views.back')}</Menu.Item>
        </>
      )}
      <Menu.Item
        rightSection={<KeysHint command="save-view" />}
        onClick={() => openShellDialog({ kind: 'view', viewId: null })}
      >
        {t('views.saveNew')}
      </Menu.Item>
      {views.length > 0 && (
        <>
          <Menu.Divider />
          <Menu.Label>{t('views.ofPage')}</Menu.Label>
          {views.map((view) => (
            <Menu.RadioItem
              key={view.id}
              value={view.id}
              checked={view.id === shown?.view.id}
              onClick={() => goTo(viewAddress(view))}
            >
              {view.name}
            </Menu.RadioItem>
          ))}
        </>
      )}
    </>
  );
}
