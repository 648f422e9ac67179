import { type RefObject, useLayoutEffect } from 'react';

/** When a line goes while it has the focus: the next line's first button gets it, or the one before, or the section. */
export function useHandOverFocus(line: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const leaving = line.current;
    // The line is still in its place while its effects are undone.
    return () => {
      if (!leaving?.contains(document.activeElement)) return;
      const heir = buttonIn(leaving.nextElementSibling) ?? buttonIn(leaving.previousElementSibling);
      (heir ?? leaving.closest('section'))?.focus();
    };
  }, [line]);
}

function buttonIn(line: Element | null): HTMLElement | null {
  return line?.querySelector<HTMLElement>('button') ?? null;
}
