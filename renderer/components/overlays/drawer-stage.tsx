import { VisuallyHidden } from '@mantine/core';
import { createContext, type KeyboardEvent, type ReactNode, useContext, useEffect, useState } from 'react';

const DrawerTitle = createContext<(title: string) => void>(() => {});

interface DrawerStageProps {
  readonly className: string | undefined;
  /** A list and its `Drawer`, if one is open. */
  readonly children: ReactNode;
}

/** Where a drawer stands beside its list: its title is announced whenever it changes, and F6 goes from one to the other. */
export function DrawerStage({ className, children }: DrawerStageProps) {
  const [title, setTitle] = useState('');
  return (
    <DrawerTitle value={setTitle}>
      {/* The keys are those of what is in it. */}
      <div role="none" className={className} onKeyDown={goToOtherSide}>
        {children}
      </div>
      {/* It is there before a drawer is: what comes with its text is not announced. */}
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
