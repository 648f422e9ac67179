import { Button, Menu } from '@mantine/core';
import { IconBookmark, IconBookmarkFilled } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { hasViews } from '../pages.ts';
import { useShownView } from './use-shown-view.ts';
import styles from './view-button.module.css';
import { ViewMenu } from './view-menu.tsx';

/** Keeps what the page shows under a name, and says which view it is; nothing on a page without choices. */
export function ViewButton() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const shown = useShownView();
  if (!hasViews(pathname)) return null;

  const name = shown?.view.name ?? '';
  const label = shown?.isChanged ? t('views.shownChanged', { name }) : t('views.shown', { name });
  const ButtonIcon = shown ? IconBookmarkFilled : IconBookmark;
  return (
    <Menu position="bottom-end" width={280}>
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<ButtonIcon size={15} aria-hidden />}
          aria-label={shown ? label : undefined}
        >
          <span className={styles.name}>{shown ? name : t('views.button')}</span>
          {shown?.isChanged && <span className={styles.changed}>{t('views.changed')}</span>}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <ViewMenu shown={shown} />
      </Menu.Dropdown>
    </Menu>
  );
}
