import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { IconBookmark, IconBookmarks, IconCheck, IconDots } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PAGES } from '../../../shared/commands.ts';
import type { SavedView } from '../../../shared/contract/preferences.ts';
import { AddressLink } from '../../components/links.tsx';
import { useGoTo } from '../../lib/address/navigation.ts';
import { usePreferences } from '../../lib/preferences.ts';
import { PAGE_PARTS } from '../pages.ts';
import { openShellDialog } from '../shell/shell-store.ts';
import itemStyles from '../side-bar/side-bar.module.css';
import { useArrangeViews, useUpdateView } from './change-views.ts';
import { type CurrentView, getViewAddress, useCurrentView } from './current-view.ts';
import styles from './views.module.css';

export function SideBarViews({ isFolded }: { readonly isFolded: boolean }) {
  const { t } = useTranslation();
  const { views } = usePreferences();
  const current = useCurrentView();
  if (views.length === 0) return null;
  if (isFolded) return <FoldedViews views={views} current={current} />;
  return (
    <nav className={styles.section} aria-labelledby="side-bar-views">
      <h2 id="side-bar-views" className={styles.title}>
        {t('views.title')}
      </h2>
      <ul className={styles.list}>
        {views.map((view) => (
          <ViewRow key={view.id} view={view} current={current} />
        ))}
      </ul>
    </nav>
  );
}

interface ViewRowProps {
  readonly view: SavedView;
  /** The view that the page shows, which may be another one. */
  readonly current: CurrentView | null;
}

function ViewRow({ view, current }: ViewRowProps) {
  const { t } = useTranslation();
  const PageIcon = getIcon(view);
  const isCurrent = current?.view.id === view.id;
  return (
    <li className={styles.row}>
      <ViewLink view={view} isCurrent={isCurrent} className={itemStyles.item}>
        <PageIcon size={15} stroke={1.6} aria-hidden />
        <span className={itemStyles.label} title={view.name}>
          {view.name}
        </span>
        {isCurrent && current.isChanged && <span className={styles.changed}>{t('views.changed')}</span>}
      </ViewLink>
      <ViewRowMenu view={view} current={current} />
    </li>
  );
}

function getIcon({ path }: SavedView) {
  const page = PAGES.find((known) => known.path === path);
  return page ? PAGE_PARTS[page.id].icon : IconBookmark;
}

interface ViewLinkProps {
  readonly view: SavedView;
  /** Also if the choices have changed since, although the router then sees another address. */
  readonly isCurrent: boolean;
  readonly className: string | undefined;
  readonly children: ReactNode;
}

function ViewLink({ view, isCurrent, className, children }: ViewLinkProps) {
  return (
    <AddressLink address={getViewAddress(view)} className={className} aria-current={isCurrent ? 'page' : undefined}>
      {children}
    </AddressLink>
  );
}

function ViewRowMenu({ view, current }: ViewRowProps) {
  const { t } = useTranslation();
  return (
    // Fixed, because the scrolling list would cut off the menu.
    <Menu position="right-start" width={240} floatingStrategy="fixed">
      <Menu.Target>
        <ActionIcon className={styles.more} size={24} aria-label={t('views.actionsOf', { name: view.name })}>
          <IconDots size={15} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <ViewActions viewId={view.id} current={current} />
      </Menu.Dropdown>
    </Menu>
  );
}

interface FoldedViewsProps {
  readonly views: readonly SavedView[];
  readonly current: CurrentView | null;
}

/** The views as a menu, if the side bar only has room for an icon. */
function FoldedViews({ views, current }: FoldedViewsProps) {
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
        <Menu.Dropdown mah="60vh" style={{ overflowY: 'auto' }}>
          <Menu.Label>{t('views.title')}</Menu.Label>
          {views.map((view) => (
            <FoldedView key={view.id} view={view} current={current} onDone={() => setOpen(false)} />
          ))}
        </Menu.Dropdown>
      </Menu>
    </nav>
  );
}

interface FoldedViewProps extends ViewRowProps {
  readonly onDone: () => void;
}

/** A view in a menu. A press opens it; hovering or the arrow key opens its actions. */
function FoldedView({ view, current, onDone }: FoldedViewProps) {
  const goTo = useGoTo();
  const isCurrent = view.id === current?.view.id;

  function open() {
    goTo(getViewAddress(view));
    onDone();
  }

  return (
    <Menu.Sub position="right-start" width={240}>
      <Menu.Sub.Target>
        <Menu.Sub.Item
          aria-current={isCurrent ? 'page' : undefined}
          leftSection={<IconCheck size={14} visibility={isCurrent ? undefined : 'hidden'} aria-hidden />}
          onClick={open}
        >
          {view.name}
        </Menu.Sub.Item>
      </Menu.Sub.Target>
      <Menu.Sub.Dropdown aria-label={view.name}>
        <ViewActions viewId={view.id} current={current} />
      </Menu.Sub.Dropdown>
    </Menu.Sub>
  );
}

interface ViewActionsProps {
  readonly viewId: string;
  /** The view that the page shows, which may be another one. */
  readonly current: CurrentView | null;
}

function ViewActions({ viewId, current }: ViewActionsProps) {
  const { t } = useTranslation();
  const { views } = usePreferences();
  const update = useUpdateView();
  const { move, remove } = useArrangeViews();
  const changed = current?.isChanged && current.view.id === viewId ? current.view : null;
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
