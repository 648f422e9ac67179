import { ActionIcon } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ProductMark } from '../../components/product-logo.tsx';
import { useHabits } from '../../lib/habits.ts';
import { PAGES } from '../pages.ts';
import { SideBarViews } from '../views/side-bar-views.tsx';
import { AccountBlock } from './account-block.tsx';
import { PageLink } from './page-link.tsx';
import { SearchButton } from './search-button.tsx';
import styles from './side-bar.module.css';

/** Settings and the program itself are reached from the account. */
const MENU_GROUPS = ['shop', 'connections'] as const;
const NARROW = '(max-width: 1099px)';

export function SideBar() {
  const { t } = useTranslation();
  const width = useMediaQuery(NARROW, false, { getInitialValueInEffect: false }) ? 'narrow' : 'wide';
  const isFolded = useHabits(({ isSideBarFolded }) => isSideBarFolded[width]);
  const toggle = () =>
    useHabits.setState(({ isSideBarFolded }) => ({
      isSideBarFolded: { ...isSideBarFolded, [width]: !isSideBarFolded[width] },
    }));
  const FoldIcon = isFolded ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  return (
    <header className={styles.bar} data-folded={isFolded || undefined}>
      <div className={styles.top}>
        <ProductMark size={24} />
        <span className={styles.name} aria-hidden>
          Tilldesk
        </span>
        <ActionIcon
          className={styles.fold}
          aria-label={isFolded ? t('shell.expand') : t('shell.collapse')}
          aria-expanded={!isFolded}
          onClick={toggle}
        >
          <FoldIcon size={17} stroke={1.6} aria-hidden />
        </ActionIcon>
      </div>
      <SearchButton isFolded={isFolded} />
      <nav className={styles.navigation} aria-label={t('shell.navigation')}>
        {MENU_GROUPS.map((group) => (
          <div key={group} className={styles.group}>
            {PAGES.filter((page) => page.group === group).map((page) => (
              <PageLink key={page.path} page={page} isFolded={isFolded} />
            ))}
          </div>
        ))}
      </nav>
      <SideBarViews isFolded={isFolded} />
      <div className={styles.space} />
      <AccountBlock isFolded={isFolded} />
    </header>
  );
}
