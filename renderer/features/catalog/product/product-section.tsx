import { type ReactNode, useId } from 'react';
import styles from './product-page.module.css';

interface ProductSectionProps {
  readonly title: string;
  /** What the figures are of, such as a period. */
  readonly aside?: string;
  readonly children: ReactNode;
}

export function ProductSection({ title, aside, children }: ProductSectionProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <div className={styles.heading}>
        <h2 id={titleId}>{title}</h2>
        {aside && <span>{aside}</span>}
      </div>
      {children}
    </section>
  );
}
