import type { ReactNode } from 'react';
import styles from './page.module.css';
import { ScrollingContent } from './scrolling-content.tsx';

interface PageProps {
  /** A `PageHeader`. */
  readonly header: ReactNode;
  /** A `FilterBar`. */
  readonly filters?: ReactNode;
  /** A `Drawer` that stands beside the content, or null. */
  readonly drawer?: ReactNode;
  /** True for a page that is read from top to bottom; a page with a `DataTable` leaves scrolling to it. */
  readonly scrolls?: boolean;
  readonly children: ReactNode;
}

/** The frame of every page: title line, filter row, and the content up to the window's edge. */
export function Page({ header, filters, drawer, scrolls = false, children }: PageProps) {
  return (
    <div className={styles.page}>
      {header}
      {filters}
      <div className={styles.body}>
        {scrolls ? (
          <ScrollingContent>{children}</ScrollingContent>
        ) : (
          <div className={styles.content}>{children}</div>
        )}
        {drawer}
      </div>
    </div>
  );
}
