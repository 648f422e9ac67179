import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

interface DrawerKeys {
  readonly ref: RefObject<HTMLElement | null>;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

/** Escape closes from wherever the focus is; a menu, dialog or field that used it first has prevented its default. */
export function useDrawerKeys(
  onClose: () => void,
  onStep: ((delta: 1 | -1) => void) | undefined,
): DrawerKeys {
  const ref = useRef<HTMLElement>(null);
  const close = useRef(onClose);
  close.current = onClose;

  useEffect(() => {
    let isForLayer = false;
    // Noted on the way down: on the way up the layer has closed already.
    const noteLayer = ({ target }: globalThis.KeyboardEvent) => {
      isForLayer = isInLayer(target);
    };
    const closeOnEscape = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || isForLayer) return;
      close.current();
    };
    document.addEventListener('keydown', noteLayer, { capture: true });
    document.addEventListener('keydown', closeOnEscape);
    return () => {
      document.removeEventListener('keydown', noteLayer, { capture: true });
      document.removeEventListener('keydown', closeOnEscape);
    };
  }, []);

  // Before the drawer is taken out of the page, and its focus with it.
  useLayoutEffect(() => {
    const cameFrom = document.activeElement;
    const drawer = ref.current;
    return () => {
      if (drawer?.contains(document.activeElement) && cameFrom instanceof HTMLElement)
        cameFrom.focus({ preventScroll: true });
    };
  }, []);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    onStep?.(event.key === 'ArrowDown' ? 1 : -1);
    event.preventDefault();
  };
  return { ref, onKeyDown };
}

/** What floats over the page, and the button or field that has opened it. */
const LAYER = '[data-position][role], [aria-modal="true"], [aria-haspopup][aria-expanded="true"]';

function isInLayer(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(LAYER) !== null;
}
