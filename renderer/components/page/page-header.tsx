import { Group } from '@mantine/core';
import { createContext, type ReactNode, useContext, useEffect } from 'react';
import styles from './page.module.css';

interface PageHeaderProps {
  readonly title: string;
  /** What the figures cover: the period and the time of the data. */
  readonly aside?: ReactNode;
  /** The main action, such as an `ExportButtons`. */
  readonly actions?: ReactNode;
}

export function PageHeader({ title, aside, actions }: PageHeaderProps) {
  const shellSlot = useContext(HeaderSlot);
  return (
    <header className={styles.header}>
      <PageTitle title={title} className={styles.title} />
      <div className={styles.aside}>{aside}</div>
      <div className={styles.actions}>
        {shellSlot}
        {actions}
      </div>
    </header>
  );
}

interface DetailHeaderProps {
  /** A `BackLink` to the page that this one is a detail of. */
  readonly back: ReactNode;
  readonly title: string;
  /** The title is an address, so it is smaller and gets more of the line. */
  readonly isAddress?: boolean;
  readonly aside?: ReactNode;
  readonly actions?: ReactNode;
}

/** The title line of a detail page, with the way back above the title. */
export function DetailHeader({ back, title, isAddress = false, aside, actions }: DetailHeaderProps) {
  return (
    <header className={styles.detailHeader} data-address={isAddress || undefined}>
      <div className={styles.names}>
        {back}
        <PageTitle title={title} className={styles.title} />
      </div>
      {aside}
      {actions && <Group gap={8}>{actions}</Group>}
    </header>
  );
}

export const PAGE_TITLE_ID = 'page-title';

export const PRODUCT_NAME = 'Tilldesk';

/** The name of the page, also the title of the window. Gets the focus after navigation. */
function PageTitle({ title, className }: { readonly title: string; readonly className: string | undefined }) {
  useEffect(() => {
    document.title = `${title} · ${PRODUCT_NAME}`;
    return () => {
      document.title = PRODUCT_NAME;
    };
  }, [title]);
  return (
    <h1 id={PAGE_TITLE_ID} className={className} tabIndex={-1}>
      {title}
    </h1>
  );
}

/** Focuses the page itself if it has no title yet. */
export function focusPageTitle(): void {
  const target = document.getElementById(PAGE_TITLE_ID) ?? document.querySelector('main');
  target?.focus({ preventScroll: true });
}

/** What the shell adds to the header of every page. */
export const HeaderSlot = createContext<ReactNode>(null);
