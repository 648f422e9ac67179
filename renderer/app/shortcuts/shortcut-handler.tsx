import { useEffect, useEffectEvent } from 'react';
import { isPressed, isTypedSign } from './key-combination.ts';
import { useShortcuts } from './use-shortcuts.ts';

/** Does what the keys say on every page. A part of its own, so that the frame is not drawn again with each move. */
export function ShortcutHandler() {
  const { pages, actions } = useShortcuts();
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || isTypedSign(event)) return;
    const pressed = [...pages, ...actions].find(({ combinations }) =>
      combinations.some((combination) => isPressed(combination, event)),
    );
    if (!pressed) return;
    // Also where it cannot be done: the browser would save the page itself, or show its own help.
    event.preventDefault();
    if (!event.repeat && !isDialogOpen() && (pressed.isPossible?.() ?? true)) pressed.run();
  });
  useEffect(() => {
    document.addEventListener('keydown', handle);
    return () => document.removeEventListener('keydown', handle);
  }, []);
  return null;
}

/** What lies below a dialog is not to be changed by keys that nobody sees the effect of. */
function isDialogOpen(): boolean {
  return document.querySelector('[aria-modal="true"]') !== null;
}
