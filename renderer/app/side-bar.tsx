import { ActionIcon } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import {
  IconBook2,
  IconDiscount,
  IconFileExport,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconPlug,
  IconReportMoney,
  IconTags,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { AccountBlock } from './account-block.tsx';
import { NavigationLink } from './navigation-link.tsx';
import { ProductMark } from './product-mark.tsx';
import styles from './side-bar.module.css';
import { useSideBarStore } from './side-bar-store.ts';
import { WebhooksLink } from './webhooks-link.tsx';

const NARROW = '(max-width: 1099px)';

export function SideBar() {
  const { t } = useTranslation();
  const width = useMediaQuery(NARROW, false, { getInitialValueInEffect: false }) ? 'narrow' : 'wide';
  const isFolded = useSideBarStore((state) => state.isFolded[width]);
  const toggle = useSideBarStore((state) => state.toggle);
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
          onClick={() => toggle(width)}
        >
          <FoldIcon size={17} stroke={1.6} aria-hidden />
        </ActionIcon>
      </div>
      <nav className={styles.navigation} aria-label={t('shell.navigation')}>
        <NavigationLink to="/catalog" icon={IconTags} label={t('shell.catalog')} isFolded={isFolded} />
        <NavigationLink
          to="/discounts"
          icon={IconDiscount}
          label={t('shell.discounts')}
          isFolded={isFolded}
        />
        <NavigationLink to="/report" icon={IconReportMoney} label={t('shell.report')} isFolded={isFolded} />
        <NavigationLink to="/journal" icon={IconBook2} label={t('shell.journal')} isFolded={isFolded} />
        <NavigationLink to="/exports" icon={IconFileExport} label={t('shell.exports')} isFolded={isFolded} />
        <NavigationLink to="/local-api" icon={IconPlug} label={t('shell.localApi')} isFolded={isFolded} />
        <WebhooksLink isFolded={isFolded} />
      </nav>
      <AccountBlock isFolded={isFolded} />
    </header>
  );
}
