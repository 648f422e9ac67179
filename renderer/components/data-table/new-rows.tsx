import { Button, VisuallyHidden } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';
import { type FocusEvent, type MouseEvent, type PointerEvent, type UIEvent, useState } from 'react';

interface NewRowsButtonProps {
  /** How many rows wait. */
  readonly label: string;
  /** That some do; read out once, not at each count. */
  readonly announcement: string;
  readonly onClick: (event: MouseEvent<HTMLElement>) => void;
}

/** Shown instead of new rows, which would move what the user is reading. */
export function NewRowsButton({ label, announcement, onClick }: NewRowsButtonProps) {
  return (
    <>
      <Button
        size="compact-sm"
        fz={13}
        data-holds-rows
        leftSection={<IconArrowUp size={14} aria-hidden />}
        onClick={onClick}
      >
        {label}
      </Button>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </>
  );
}

/**
 * Whether the list is scrolled away from its top, has a row under the pointer, or is walked with the keys: no row may move
 * then. `props` are for the element around the table and the button that shows what is new.
 */
export function useRowHold() {
  const [isScrolled, setIsScrolled] = useState(false);
  const [isPointedAt, setIsPointedAt] = useState(false);
  const [isWalked, setIsWalked] = useState(false);
  return {
    isHeld: isScrolled || isPointedAt || isWalked,
    props: {
      // Scrolling does not bubble, and the table scrolls in itself.
      onScrollCapture: (event: UIEvent) => setIsScrolled(elementOf(event).scrollTop > 0),
      onPointerOver: (event: PointerEvent) => setIsPointedAt(elementOf(event).closest('tr[data-index]') !== null),
      onPointerLeave: () => setIsPointedAt(false),
      onFocus: (event: FocusEvent) => setIsWalked(holdsRows(event.target)),
      onBlur: (event: FocusEvent) => setIsWalked(holdsRows(event.relatedTarget)),
    },
  };
}

function elementOf(event: UIEvent | PointerEvent): Element {
  return event.target as Element;
}

/** The button that shows what is new holds too: it would be gone when the keys get to it. */
function holdsRows(focused: EventTarget | null): boolean {
  return focused instanceof Element && focused.closest('[role="grid"], [data-holds-rows]') !== null;
}
