import { Button, Menu } from '@mantine/core';
import { IconBookmark, IconBookmarkFilled } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useGoTo } from '../../lib/address/navigation.ts';
import { usePreferences } from '../../lib/preferences.ts';
import { openShellDialog } from '../shell/shell-store.ts';
import { KeysHint } from '../shortcuts/keys.tsx';
import { useUpdateView } from './change-views.ts';
import { type CurrentView, getViewAddress, hasViews, useCurrentView } from './current-view.ts';
import styles from './views.module.css';

/** Names the current view and saves views. Renders nothing on a page without views. */
export function ViewButton() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const current = useCurrentView();
  if (!hasViews(pathname)) return null;

  const name = current?.view.name ?? '';
  const label = current?.isChanged ? t('views.currentChanged', { name }) : t('views.current', { name });
  const ButtonIcon = current ? IconBookmarkFilled : IconBookmark;
  return (
    <Menu position="bottom-end" width={280}>
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<ButtonIcon size={15} aria-hidden />}
          aria-label={current ? label : undefined}
        >
          <span className={styles.name}>{current ? name : t('views.button')}</span>
          {current?.isChanged && <span className={styles.changed}>{t('views.changed')}</span>}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <ViewMenu current={current} />
      </Menu.Dropdown>
    </Menu>
  );
}

function ViewMenu({ current }: { readonly current: CurrentView | null }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const views = usePreferences().views.filter(({ path }) => path === pathname);
  const update = useUpdateView();
  const goTo = useGoTo();
  return (
    <>
      {current?.isChanged && (
        <>
          <Menu.Item onClick={() => void update(current.view)}>{t('views.update')}</Menu.Item>
          <Menu.Item onClick={() => goTo(getViewAddress(current.view))}>{t('views.back')}</Menu.Item>
        </>
      )}
      <Menu.Item
        rightSection={<KeysHint action="save-view" />}
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
              checked={view.id === current?.view.id}
              onClick={() => goTo(getViewAddress(view))}
            >
              {view.name}
            </Menu.RadioItem>
          ))}
        </>
      )}
    </>
  );
}
