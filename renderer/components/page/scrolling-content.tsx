import { type ReactNode, useEffect, useRef, useState } from 'react';
import styles from './page.module.css';
import { PAGE_TITLE_ID } from './page-title.tsx';

/** What a page scrolls by itself. The keys can do it, too, also where nothing in it takes the focus. */
export function ScrollingContent({ children }: { readonly children: ReactNode }) {
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
