import { type ReactNode, useId } from 'react';
import textStyles from '../../components/text.module.css';
import styles from './connection-page.module.css';

/** A part of the page, under its title. */
export function ConnectionSection({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const titleId = useId();
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <h2 id={titleId} className={textStyles.sectionTitle}>
        {title}
      </h2>
      {children}
    </section>
  );
}
