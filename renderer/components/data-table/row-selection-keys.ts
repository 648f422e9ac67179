import type { KeyboardEvent } from 'react';
import type { RowSelection } from './use-row-selection.ts';

interface RowSelectionKeysOptions {
  readonly selection: RowSelection;
  readonly cursorIndex: number;
  readonly onCopy: () => void;
}

/** The keys that select rows and copy them, but for Shift with those that move the cursor. */
export function rowSelectionKeys({ selection, cursorIndex, onCopy }: RowSelectionKeysOptions) {
  return (event: KeyboardEvent<HTMLElement>) => {
    const act = actOf(event);
    if (!act) return;
    act();
    event.preventDefault();
  };

  function actOf(event: KeyboardEvent<HTMLElement>): (() => void) | undefined {
    if (event.altKey || event.shiftKey) return undefined;
    if (event.ctrlKey || event.metaKey) return actWithControl(event.key.toLowerCase());
    if (event.key === 'Escape' && (selection.count > 0 || selection.isLost)) return selection.clear;
    // In a header, space presses the button.
    if (event.key === ' ' && event.target === event.currentTarget) {
      return () => selection.toggle(cursorIndex);
    }
    return undefined;
  }

  function actWithControl(key: string): (() => void) | undefined {
    if (key === 'a') return selection.selectAll;
    // Text that the mouse has selected is copied by the browser.
    if (key === 'c' && document.getSelection()?.isCollapsed !== false) return onCopy;
    return undefined;
  }
}
