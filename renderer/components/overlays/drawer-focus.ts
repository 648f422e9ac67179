import { useMediaQuery } from '@mantine/hooks';
import { useLayoutEffect, useRef, useState } from 'react';

/** When the drawer covers the page. The same as in overlays.module.css. */
const COVERS_PAGE = '(max-width: 899px), (max-height: 559px)';

/**
 * While the drawer covers the page, its heading has the focus and the rest of the page is inert. When it closes with
 * the focus inside, the focus returns to where it was before.
 */
export function useDrawerFocus() {
  const drawerRef = useRef<HTMLElement>(null);
  const headingRef = useRef<HTMLHeadingElement>(null);
  const coversPage = useMediaQuery(COVERS_PAGE, false, { getInitialValueInEffect: false });
  const [previousFocus] = useState(() => document.activeElement);

  useLayoutEffect(() => {
    const drawer = drawerRef.current;
    if (!drawer || !coversPage) return;
    const covered = findCovered(drawer);
    for (const element of covered) element.inert = true;
    headingRef.current?.focus({ preventScroll: true });
    return () => {
      const hadFocus = drawer.contains(document.activeElement);
      for (const element of covered) element.inert = false;
      if (hadFocus) focusOn(previousFocus);
    };
  }, [coversPage, previousFocus]);

  // A layout effect, which runs before the drawer and its focus are removed.
  useLayoutEffect(() => {
    const drawer = drawerRef.current;
    return () => {
      if (drawer?.contains(document.activeElement)) focusOn(previousFocus);
    };
  }, [previousFocus]);

  return { drawerRef, headingRef };
}

function focusOn(element: Element | null): void {
  if (element instanceof HTMLElement) element.focus({ preventScroll: true });
}

/** The elements of the page that neither contain the drawer nor are inside it, except live regions. */
function findCovered(drawer: HTMLElement): HTMLElement[] {
  const covered: HTMLElement[] = [];
  for (let inner = drawer; inner.parentElement?.closest('main'); inner = inner.parentElement) {
    for (const beside of inner.parentElement.children) {
      if (beside !== inner && beside instanceof HTMLElement && beside.ariaLive === null) covered.push(beside);
    }
  }
  return covered;
}
