import { useMediaQuery } from '@mantine/hooks';
import { useLayoutEffect, useRef, useState } from 'react';

/** When the drawer covers the page instead of standing beside it: the same as in overlays.module.css. */
const COVERS_PAGE = '(max-width: 899px), (max-height: 559px)';

/**
 * While the drawer covers the page, its heading takes the focus and the rest of the page is inert. When it closes, the
 * focus returns to where it was before, if it is in the drawer.
 */
export function useDrawerFocus() {
  const drawerRef = useRef<HTMLElement>(null);
  const headingRef = useRef<HTMLHeadingElement>(null);
  const coversPage = useMediaQuery(COVERS_PAGE, false, { getInitialValueInEffect: false });
  const [cameFrom] = useState(() => document.activeElement);

  useLayoutEffect(() => {
    const drawer = drawerRef.current;
    if (!drawer || !coversPage) return;
    const covered = findCovered(drawer);
    for (const element of covered) element.inert = true;
    headingRef.current?.focus({ preventScroll: true });
    return () => {
      const hadFocus = drawer.contains(document.activeElement);
      for (const element of covered) element.inert = false;
      if (hadFocus) focusOn(cameFrom);
    };
  }, [coversPage, cameFrom]);

  // Before the drawer is taken out of the page, and its focus with it.
  useLayoutEffect(() => {
    const drawer = drawerRef.current;
    return () => {
      if (drawer?.contains(document.activeElement)) focusOn(cameFrom);
    };
  }, [cameFrom]);

  return { drawerRef, headingRef };
}

function focusOn(element: Element | null): void {
  if (element instanceof HTMLElement) element.focus({ preventScroll: true });
}

/** All of the page that is neither around the drawer nor in it, except regions that announce something. */
function findCovered(drawer: HTMLElement): HTMLElement[] {
  const covered: HTMLElement[] = [];
  for (let inner = drawer; inner.parentElement?.closest('main'); inner = inner.parentElement) {
    for (const beside of inner.parentElement.children) {
      if (beside !== inner && beside instanceof HTMLElement && beside.ariaLive === null) covered.push(beside);
    }
  }
  return covered;
}
