import type { ReactNode } from 'react';
import styles from './detail-header.module.css';
import { PageTitle } from './page-title.tsx';

interface DetailHeaderProps {
  /** A `BackLink` to what the page is a detail of. */
  readonly back: ReactNode;
  readonly title: string;
  readonly aside?: ReactNode;
  readonly actions?: ReactNode;
}

/** The title line of a page that another one leads to: the way back stands over its title. */
export function DetailHeader({ back, title, aside, actions }: DetailHeaderProps) {
  return (
    <header className={styles.header}>
      <div className={styles.names}>
        {back}
        <PageTitle title={title} className={styles.title} />
      </div>
      {aside}
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  );
}
