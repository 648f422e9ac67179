import { Button, VisuallyHidden } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';
import { type FocusEvent, type MouseEvent, type PointerEvent, type UIEvent, useState } from 'react';

interface NewRowsButtonProps {
  /** Says how many rows wait. */
  readonly label: string;
  /** Says that rows wait. Read out once, not for each new count. */
  readonly announcement: string;
  readonly onClick: (event: MouseEvent<HTMLElement>) => void;
}

/** Shown instead of new rows, which would move the rows that the user is reading. */
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
 * Whether rows must not move: the list is scrolled down, the pointer is over a row, or the keyboard is used in it.
 * `props` are for the element around the table and the button for new rows.
 */
export function useRowHold() {
  const [isScrolled, setIsScrolled] = useState(false);
  const [isPointedAt, setIsPointedAt] = useState(false);
  const [isFocused, setIsFocused] = useState(false);
  return {
    isHeld: isScrolled || isPointedAt || isFocused,
    props: {
      // Captured, because scroll events of the table do not bubble.
      onScrollCapture: (event: UIEvent) => setIsScrolled(getElement(event).scrollTop > 0),
      onPointerOver: (event: PointerEvent) => setIsPointedAt(getElement(event).closest('tr[data-index]') !== null),
      onPointerLeave: () => setIsPointedAt(false),
      onFocus: (event: FocusEvent) => setIsFocused(holdsRows(event.target)),
      onBlur: (event: FocusEvent) => setIsFocused(holdsRows(event.relatedTarget)),
    },
  };
}

function getElement(event: UIEvent | PointerEvent): Element {
  return event.target as Element;
}

/** Focus on the button for new rows holds too, as the button would otherwise disappear. */
function holdsRows(focused: EventTarget | null): boolean {
  return focused instanceof Element && focused.closest('[role="grid"], [data-holds-rows]') !== null;
}
