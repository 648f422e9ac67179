import { useTranslation } from 'react-i18next';
import { usePreferences } from '../../lib/preferences.ts';
import { FoldedViews } from './folded-views.tsx';
import styles from './side-bar-views.module.css';
import { useShownView } from './use-shown-view.ts';
import { ViewRow } from './view-row.tsx';

/** The views of the user in their own order, each with its menu. */
export function SideBarViews({ isFolded }: { readonly isFolded: boolean }) {
  const { t } = useTranslation();
  const { views } = usePreferences();
  const shown = useShownView();
  if (views.length === 0) return null;
  if (isFolded) return <FoldedViews views={views} shown={shown} />;
  return (
    <nav className={styles.section} aria-labelledby="side-bar-views">
      <h2 id="side-bar-views" className={styles.title}>
        {t('views.title')}
      </h2>
      <ul className={styles.list}>
        {views.map((view) => (
          <ViewRow key={view.id} view={view} shown={shown} />
        ))}
      </ul>
    </nav>
  );
}
