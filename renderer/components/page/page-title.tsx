import { useEffect } from 'react';

/** There is one page at a time. */
export const PAGE_TITLE_ID = 'page-title';

const PRODUCT_NAME = 'Tilldesk';

interface PageTitleProps {
  readonly title: string;
  readonly className: string | undefined;
}

/** The name of the page, for the window too. The focus goes there when a page is gone to. */
export function PageTitle({ title, className }: PageTitleProps) {
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

/** The page itself while its title is not there. */
export function focusPageTitle(): void {
  const target = document.getElementById(PAGE_TITLE_ID) ?? document.querySelector('main');
  target?.focus({ preventScroll: true });
}
