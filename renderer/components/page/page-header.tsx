import { type ReactNode, useContext } from 'react';
import { HeaderSlot } from './header-slot.ts';
import styles from './page-header.module.css';
import { PageTitle } from './page-title.tsx';

interface PageHeaderProps {
  readonly title: string;
  /** What the figures are of: the period, the time of the data. */
  readonly aside?: ReactNode;
  /** The main action, such as an `ExportButton`. */
  readonly actions?: ReactNode;
}

export function PageHeader({ title, aside, actions }: PageHeaderProps) {
  const ofShell = useContext(HeaderSlot);
  return (
    <header className={styles.header}>
      <PageTitle title={title} className={styles.title} />
      <div className={styles.aside}>{aside}</div>
      <div className={styles.actions}>
        {ofShell}
        {actions}
      </div>
    </header>
  );
}
