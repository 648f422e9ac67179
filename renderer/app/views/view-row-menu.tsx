import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { SavedView } from '../../../shared/contract/preferences.ts';
import type { ShownView } from './shown-view.ts';
import styles from './side-bar-views.module.css';
import { ViewActions } from './view-actions.tsx';

interface ViewRowMenuProps {
  readonly view: SavedView;
  readonly shown: ShownView | null;
}

export function ViewRowMenu({ view, shown }: ViewRowMenuProps) {
  const { t } = useTranslation();
  return (
    // The list scrolls, and would cut off a menu that is placed in it.
    <Menu position="right-start" width={240} floatingStrategy="fixed">
      <Menu.Target>
        <ActionIcon className={styles.more} size={24} aria-label={t('views.actionsOf', { name: view.name })}>
          <IconDots size={15} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <ViewActions viewId={view.id} shown={shown} />
      </Menu.Dropdown>
    </Menu>
  );
}
