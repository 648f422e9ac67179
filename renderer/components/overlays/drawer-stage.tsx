import { VisuallyHidden } from '@mantine/core';
import { createContext, type KeyboardEvent, type ReactNode, useContext, useEffect, useState } from 'react';

const DrawerTitle = createContext<(title: string) => void>(() => {});

interface DrawerStageProps {
  readonly className: string | undefined;
  /** A list and its `Drawer`, if one is open. */
  readonly children: ReactNode;
}

/** A list with a drawer beside it. Announces the title of the drawer when it changes; F6 switches between the two. */
export function DrawerStage({ className, children }: DrawerStageProps) {
  const [title, setTitle] = useState('');
  return (
    <DrawerTitle value={setTitle}>
      {/* Handles keys for the elements inside. */}
      <div role="none" className={className} onKeyDown={goToOtherSide}>
        {children}
      </div>
      {/* Present before a drawer opens, as a live region that appears with its text is not announced. */}
      <VisuallyHidden aria-live="polite">{title}</VisuallyHidden>
    </DrawerTitle>
  );
}

function goToOtherSide(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'F6') return;
  const stage = event.currentTarget;
  const drawer = stage.querySelector('aside');
  const isInDrawer = drawer?.contains(document.activeElement) ?? false;
  const other = isInDrawer ? stage.querySelector<HTMLElement>('[role="grid"]') : drawer;
  if (!other) return;
  other.focus({ preventScroll: true });
  event.preventDefault();
}

/** Announces the title of a drawer, and the next one when it shows another row. */
export function useAnnouncedTitle(title: string): void {
  const announce = useContext(DrawerTitle);
  useEffect(() => {
    announce(title);
    return () => announce('');
  }, [announce, title]);
}
