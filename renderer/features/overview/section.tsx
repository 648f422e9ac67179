import { type ReactNode, useId } from 'react';
import styles from './section.module.css';

interface SectionProps {
  readonly title: string;
  /** Behind the title, such as the days. */
  readonly subject?: ReactNode;
  /** At the far end, such as a switch. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

export function Section({ title, subject, aside, children }: SectionProps) {
  const titleId = useId();
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <header className={styles.header}>
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        {subject !== undefined && <p className={styles.subject}>{subject}</p>}
        {aside !== undefined && <div className={styles.aside}>{aside}</div>}
      </header>
      {children}
    </section>
  );
}
