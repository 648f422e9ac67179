import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';

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
    const closeOnEscape = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || isInLayer(event.target)) return;
      close.current();
    };
    document.addEventListener('keydown', closeOnEscape);
    return () => document.removeEventListener('keydown', closeOnEscape);
  }, []);

  useEffect(() => {
    const cameFrom = document.activeElement;
    const drawer = ref.current;
    return () => {
      const heldFocus = drawer?.contains(document.activeElement) || document.activeElement === document.body;
      if (heldFocus && cameFrom instanceof HTMLElement) cameFrom.focus({ preventScroll: true });
    };
  }, []);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    onStep?.(event.key === 'ArrowDown' ? 1 : -1);
    event.preventDefault();
  };
  return { ref, onKeyDown };
}

function isInLayer(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('[role="menu"], [role="listbox"], [aria-modal="true"]') !== null
  );
}
