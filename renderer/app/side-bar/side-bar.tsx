import { ActionIcon, Tooltip } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type Icon, IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconSearch } from '@tabler/icons-react';
import { Link, type LinkProps, useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PAGES } from '../../../shared/commands.ts';
import { ProductLogo } from '../../components/product-logo.tsx';
import { useDisabledWebhooks } from '../../features/webhooks/watched-webhooks.ts';
import { addressOf } from '../../lib/address/address.ts';
import { linkTo } from '../../lib/address/navigation.ts';
import { useLastSearches } from '../../lib/address/search.ts';
import { useHabits } from '../../lib/preferences.ts';
import { PAGE_PARTS } from '../pages.ts';
import { openPalette } from '../shell/shell-store.ts';
import { KeysHint } from '../shortcuts/keys.tsx';
import { SideBarViews } from '../views/side-bar-views.tsx';
import { AccountBlock } from './account-block.tsx';
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
        <ProductLogo size={24} />
        <span className={styles.name} aria-hidden>
          Tilldesk
        </span>
        <Tooltip label={t('shell.expand')} position="right" disabled={!isFolded}>
          <ActionIcon
            aria-label={isFolded ? t('shell.expand') : t('shell.collapse')}
            aria-expanded={!isFolded}
            onClick={toggle}
          >
            <FoldIcon size={17} stroke={1.6} aria-hidden />
          </ActionIcon>
        </Tooltip>
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

interface PageLinkProps {
  readonly page: (typeof PAGES)[number];
  readonly isFolded: boolean;
}

function PageLink({ page: { id, path, text }, isFolded }: PageLinkProps) {
  const { t } = useTranslation();
  if (id === 'webhooks') return <WebhooksLink isFolded={isFolded} />;
  return <NavigationLink to={path} icon={PAGE_PARTS[id].icon} label={t(text)} isFolded={isFolded} />;
}

interface NavigationLinkProps {
  readonly to: NonNullable<LinkProps['to']>;
  readonly icon: Icon;
  readonly label: string;
  readonly isFolded: boolean;
  /** How many items of the page need attention, with a label for the whole link; absent: none. */
  readonly badge?: { readonly count: number; readonly label: string } | undefined;
}

/** Links to a page with its last filters. The router sets `aria-current` on the link of the current page. */
function NavigationLink({ to, icon: LinkIcon, label, isFolded, badge }: NavigationLinkProps) {
  const search = useLastSearches((state) => state.searches[to]);
  const isPartOfPage = usePageOfRows() === to;
  return (
    <Tooltip label={badge?.label ?? label} position="right" disabled={!isFolded}>
      <Link
        {...linkTo(addressOf(to, search))}
        // The page is the same, whatever is chosen on it.
        activeOptions={{ includeSearch: false }}
        className={styles.item}
        {...(isPartOfPage && { 'aria-current': 'page' as const })}
        aria-label={badge?.label ?? label}
      >
        <LinkIcon size={17} stroke={1.6} aria-hidden />
        {!isFolded && <span className={styles.label}>{label}</span>}
        {badge && (
          <span className={styles.badge} aria-hidden>
            {badge.count}
          </span>
        )}
      </Link>
    </Tooltip>
  );
}

/** The page that the rows in view are a part of: where the figure is, or the report, where most figures are; null elsewhere. */
function usePageOfRows(): string | null {
  const { pathname, state } = useLocation();
  if (!pathname.startsWith('/rows/')) return null;
  return PAGES.find(({ path }) => path === state.openedOn)?.path ?? '/report';
}

/** The link to the webhooks with the number of disabled ones. */
function WebhooksLink({ isFolded }: { readonly isFolded: boolean }) {
  const { t } = useTranslation();
  const count = useDisabledWebhooks().length;
  const badge = count === 0 ? undefined : { count, label: t('webhooks.notice.badge', { count }) };
  return (
    <NavigationLink
      to="/webhooks"
      icon={PAGE_PARTS.webhooks.icon}
      label={t('shell.webhooks')}
      isFolded={isFolded}
      badge={badge}
    />
  );
}

function SearchButton({ isFolded }: { readonly isFolded: boolean }) {
  const { t } = useTranslation();
  return (
    <Tooltip label={t('shell.search')} position="right" disabled={!isFolded}>
      <button
        type="button"
        className={`${styles.item} ${styles.search}`}
        aria-label={isFolded ? t('shell.search') : undefined}
        onClick={openPalette}
      >
        <IconSearch size={17} stroke={1.6} aria-hidden />
        {!isFolded && (
          <>
            <span className={styles.label}>{t('shell.search')}</span>
            <KeysHint action="palette" />
          </>
        )}
      </button>
    </Tooltip>
  );
}
