import { Menu, Tooltip } from '@mantine/core';
import { IconBookmarks } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SavedView } from '../../../shared/contract/preferences.ts';
import itemStyles from '../side-bar/side-bar-item.module.css';
import { FoldedView } from './folded-view.tsx';
import type { ShownView } from './shown-view.ts';
import styles from './side-bar-views.module.css';

interface FoldedViewsProps {
  readonly views: readonly SavedView[];
  readonly shown: ShownView | null;
}

/** The views as a menu, where the side bar has room for an icon only. */
export function FoldedViews({ views, shown }: FoldedViewsProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <nav className={styles.folded} aria-label={t('views.title')}>
      <Menu position="right-start" width={240} opened={isOpen} onChange={setOpen}>
        <Menu.Target>
          <button type="button" className={itemStyles.item} aria-label={t('views.title')}>
            <Tooltip label={t('views.title')} position="right" disabled={isOpen}>
              <IconBookmarks size={17} stroke={1.6} aria-hidden />
            </Tooltip>
          </button>
        </Menu.Target>
        <Menu.Dropdown className={styles.menu}>
          <Menu.Label>{t('views.title')}</Menu.Label>
          {views.map((view) => (
            <FoldedView key={view.id} view={view} shown={shown} onDone={() => setOpen(false)} />
          ))}
        </Menu.Dropdown>
      </Menu>
    </nav>
  );
}
