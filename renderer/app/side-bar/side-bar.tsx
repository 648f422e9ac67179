import { ActionIcon, Tooltip } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type Icon, IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconSearch } from '@tabler/icons-react';
import { Link, type LinkProps, useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PAGE_GROUPS, PAGES, type PageId } from '../../../shared/commands.ts';
import { ProductLogo } from '../../components/product-logo.tsx';
import { useDisabledWebhooks } from '../../features/webhooks/watched-webhooks.ts';
import { createAddress } from '../../lib/address/address.ts';
import { useLastSearches } from '../../lib/address/last-searches.ts';
import { toLinkProps } from '../../lib/address/navigation.ts';
import { useMe } from '../../lib/host/session.ts';
import { useHabits } from '../../lib/preferences.ts';
import { PAGE_PARTS, usePages } from '../pages.ts';
import { openPalette } from '../shell/shell-store.ts';
import { KeysHint } from '../shortcuts/keys.tsx';
import { SideBarViews } from '../views/side-bar-views.tsx';
import { AccountMenu } from './account-menu.tsx';
import { LiveTillMenu } from './live-till-menu.tsx';
import styles from './side-bar.module.css';

const NARROW = '(max-width: 1099px)';

/** The pages in groups, the saved views and the account. When folded, short names are below the icons. */
export function SideBar() {
  const { t } = useTranslation();
  const width = useMediaQuery(NARROW, false, { getInitialValueInEffect: false }) ? 'narrow' : 'wide';
  const isFolded = useHabits(({ isSideBarFolded }) => isSideBarFolded[width]);
  const pages = usePages();
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
      <DemoLabel />
      <SearchButton isFolded={isFolded} />
      <nav className={styles.navigation} aria-label={t('shell.navigation')}>
        {PAGE_GROUPS.map((group) => (
          <div key={group}>
            <h2 id={`side-bar-${group}`} className={styles.groupTitle}>
              {t(`shell.group.${group}`)}
            </h2>
            <ul className={styles.group} aria-labelledby={`side-bar-${group}`}>
              {pages
                .filter((page) => page.group === group)
                .map((page) => (
                  <li key={page.path}>
                    <PageLink page={page} isFolded={isFolded} />
                  </li>
                ))}
            </ul>
          </div>
        ))}
      </nav>
      <SideBarViews isFolded={isFolded} />
      <div className={styles.space} />
      <LiveTillMenu isFolded={isFolded} />
      <AccountMenu isFolded={isFolded} />
    </header>
  );
}

interface PageLinkProps {
  readonly page: (typeof PAGES)[number];
  readonly isFolded: boolean;
}

function PageLink({ page: { id, path, text }, isFolded }: PageLinkProps) {
  const { t } = useTranslation();
  const { icon, short } = PAGE_PARTS[id];
  const label = t(text);
  const link = { id, to: path, icon, label, shownLabel: isFolded && short ? t(`shell.short.${short}`) : label };
  return id === 'webhooks' ? <WebhooksLink {...link} /> : <NavigationLink {...link} />;
}

interface NavigationLinkProps {
  readonly id: PageId;
  readonly to: NonNullable<LinkProps['to']>;
  readonly icon: Icon;
  readonly label: string;
  /** The part of the label that fits. */
  readonly shownLabel: string;
  /** The number of items that need attention, with a label for the whole link. Absent if there are none. */
  readonly badge?: { readonly count: number; readonly label: string } | undefined;
}

/** Links to a page with its last filters. The router sets `aria-current` on the current link. */
function NavigationLink({ id, to, icon: LinkIcon, label, shownLabel, badge }: NavigationLinkProps) {
  const search = useLastSearches((state) => state.searches[to]);
  const isPartOfPage = useRowsPage() === to;
  return (
    <Link
      {...toLinkProps(createAddress(to, search))}
      // The page is the same whatever its filters are.
      activeOptions={{ includeSearch: false }}
      className={styles.item}
      data-tour={id}
      {...(isPartOfPage && { 'aria-current': 'page' as const })}
      aria-label={badge?.label ?? label}
    >
      <LinkIcon size={17} stroke={1.6} aria-hidden />
      <span className={styles.label}>{shownLabel}</span>
      {badge && (
        <span className={styles.badge} aria-hidden>
          {badge.count}
        </span>
      )}
    </Link>
  );
}

/** The link to the webhooks, with the number of disabled ones. */
function WebhooksLink(link: NavigationLinkProps) {
  const { t } = useTranslation();
  const count = useDisabledWebhooks().length;
  return (
    <NavigationLink
      {...link}
      badge={count === 0 ? undefined : { count, label: t('webhooks.notice.badge', { count }) }}
    />
  );
}

/** For a page of rows: the page of the menu that it was opened from, by default the report. `null` for other pages. */
function useRowsPage(): string | null {
  const { pathname, state } = useLocation();
  if (!pathname.startsWith('/rows/')) return null;
  const openedOn = `${state.openedOn}/`;
  return PAGES.find(({ path }) => openedOn.startsWith(`${path}/`))?.path ?? '/report';
}

/** Always visible, so that nobody takes demo figures for real ones. */
function DemoLabel() {
  const { t } = useTranslation();
  return useMe().is_demo && <p className={styles.demo}>{t('shell.demo')}</p>;
}

function SearchButton({ isFolded }: { readonly isFolded: boolean }) {
  const { t } = useTranslation();
  return (
    <button type="button" className={`${styles.item} ${styles.search}`} data-tour="search" onClick={openPalette}>
      <IconSearch size={17} stroke={1.6} aria-hidden />
      <span className={styles.label}>{t('shell.search')}</span>
      {!isFolded && <KeysHint action="palette" />}
    </button>
  );
}
