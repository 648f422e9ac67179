import { type ReactNode, useId } from 'react';
import styles from './statement-section.module.css';

interface StatementSectionProps {
  readonly title: string;
  /** Beside the title, such as a switch. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

export function StatementSection({ title, aside, children }: StatementSectionProps) {
  const titleId = useId();
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <header className={styles.header}>
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        {aside}
      </header>
      {children}
    </section>
  );
}
