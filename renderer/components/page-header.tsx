import type { ReactNode } from 'react';
import styles from './page-header.module.css';

/** There is one page at a time. */
export const PAGE_TITLE_ID = 'page-title';

interface PageHeaderProps {
  readonly title: string;
  /** What the figures are of: the period, the time of the data. */
  readonly aside?: ReactNode;
  /** The main action, such as an `ExportButton`. */
  readonly actions?: ReactNode;
}

export function PageHeader({ title, aside, actions }: PageHeaderProps) {
  return (
    <header className={styles.header}>
      <h1 id={PAGE_TITLE_ID} className={styles.title}>
        {title}
      </h1>
      <div className={styles.aside}>{aside}</div>
      <div className={styles.actions}>{actions}</div>
    </header>
  );
}
