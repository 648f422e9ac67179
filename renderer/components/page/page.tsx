import { Box } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { DrawerStage } from '../overlays/drawer-stage.tsx';
import { AddressNotice } from '../states/freshness.tsx';
import styles from './page.module.css';
import { PAGE_TITLE_ID } from './page-header.tsx';

interface PageProps {
  /** A `PageHeader`. */
  readonly header: ReactNode;
  /** A `FilterBar`. */
  readonly filters?: ReactNode;
  /** A `Drawer` beside the content, or `null`. */
  readonly drawer?: ReactNode;
  /** Whether the page scrolls as a whole. A page with a `DataTable` lets the table scroll. */
  readonly scrolls?: boolean;
  /** The orientation on paper. Default: portrait if the page scrolls. */
  readonly sheet?: 'portrait' | 'landscape';
  readonly children: ReactNode;
}

/** The frame of every page: title line, filters, and the content up to the window's edge. */
export function Page({
  header,
  filters,
  drawer,
  scrolls = false,
  sheet = scrolls ? 'portrait' : 'landscape',
  children,
}: PageProps) {
  return (
    <div className={styles.page} data-sheet={sheet}>
      {header}
      {filters}
      <AddressNotice />
      <DrawerStage className={styles.body}>
        {scrolls ? <ScrollingContent>{children}</ScrollingContent> : <div className={styles.content}>{children}</div>}
        {drawer}
      </DrawerStage>
    </div>
  );
}

/**
 * The scrolling content of a page. It can be focused, so that the keys scroll it even if nothing inside takes the
 * focus.
 */
function ScrollingContent({ children }: { readonly children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [isOverflowing, setIsOverflowing] = useState(false);

  useEffect(() => {
    const observer = new ResizeObserver(() => {
      const { current } = frame;
      if (current) setIsOverflowing(current.scrollHeight > current.clientHeight);
    });
    for (const { current } of [frame, content]) if (current) observer.observe(current);
    return () => observer.disconnect();
  }, []);

  const asRegion = { role: 'region', tabIndex: 0, 'aria-labelledby': PAGE_TITLE_ID } as const;
  return (
    <div ref={frame} className={styles.scrolling} {...(isOverflowing && asRegion)}>
      <div ref={content}>{children}</div>
    </div>
  );
}

interface WideTableProps {
  /** Names the scrolling area for assistive technology. */
  readonly label: string;
  /** A table with its own `min-width`. */
  readonly children: ReactNode;
}

/** Scrolls a table sideways if the window is too narrow. */
export function WideTable({ label, children }: WideTableProps) {
  return (
    <Box className={styles.scroller} role="group" tabIndex={0} aria-label={label}>
      {children}
    </Box>
  );
}
