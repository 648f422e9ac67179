import { type FocusEvent, type PointerEvent, type UIEvent, useState } from 'react';

/** For the element around the table. */
interface RowHoldProps {
  readonly onScrollCapture: (event: UIEvent) => void;
  readonly onPointerOver: (event: PointerEvent) => void;
  readonly onPointerLeave: () => void;
  readonly onFocus: (event: FocusEvent) => void;
  readonly onBlur: () => void;
}

interface RowHold {
  /** True while somebody is at a row: none may move under them. */
  readonly isHeld: boolean;
  readonly props: RowHoldProps;
}

/** Whether the list is scrolled away from its top, has a row under the pointer, or is walked with the keys. */
export function useRowHold(): RowHold {
  const [isScrolled, setIsScrolled] = useState(false);
  const [isPointedAt, setIsPointedAt] = useState(false);
  const [isWalked, setIsWalked] = useState(false);
  return {
    isHeld: isScrolled || isPointedAt || isWalked,
    props: {
      // Scrolling does not bubble, and the table scrolls in itself.
      onScrollCapture: (event) => setIsScrolled(elementOf(event).scrollTop > 0),
      onPointerOver: (event) => setIsPointedAt(elementOf(event).closest('tr[data-index], button') !== null),
      onPointerLeave: () => setIsPointedAt(false),
      onFocus: (event) => setIsWalked(elementOf(event).closest('[role="grid"]') !== null),
      onBlur: () => setIsWalked(false),
    },
  };
}

function elementOf(event: UIEvent | PointerEvent | FocusEvent): Element {
  return event.target as Element;
}
