import { useTranslation } from 'react-i18next';
import type { SavedView } from '../../../shared/contract/preferences.ts';
import { PAGES } from '../pages.ts';
import itemStyles from '../side-bar/side-bar-item.module.css';
import type { ShownView } from './shown-view.ts';
import styles from './side-bar-views.module.css';
import { ViewLink } from './view-link.tsx';
import { ViewRowMenu } from './view-row-menu.tsx';

interface ViewRowProps {
  readonly view: SavedView;
  /** What the page shows, of whatever view. */
  readonly shown: ShownView | null;
}

/** A view in the side bar: its page's icon, its name, and what can be done with it. */
export function ViewRow({ view, shown }: ViewRowProps) {
  const { t } = useTranslation();
  const PageIcon = iconOf(view);
  const isShown = shown?.view.id === view.id;
  return (
    <li className={styles.row}>
      <ViewLink view={view} isShown={isShown} className={itemStyles.item}>
        {PageIcon && <PageIcon size={15} stroke={1.6} aria-hidden />}
        <span className={itemStyles.label} title={view.name}>
          {view.name}
        </span>
        {isShown && shown.isChanged && <span className={styles.changed}>{t('views.changed')}</span>}
      </ViewLink>
      <ViewRowMenu view={view} shown={shown} />
    </li>
  );
}

function iconOf({ path }: SavedView) {
  return PAGES.find((page) => page.path === path)?.icon;
}
