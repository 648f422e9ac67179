import { useEffect, useEffectEvent } from 'react';
import { ACTIONS, PAGES } from '../../../shared/commands.ts';
import { useLastSearches } from '../../lib/address/last-searches.ts';
import { useGoTo } from '../../lib/address/navigation.ts';
import { useActionParts } from './action-parts.ts';
import { useShortcuts } from './keys.tsx';

/**
 * Runs commands from their shortcuts and from Electron's menu. A component, so that navigation redraws nothing else.
 */
export function CommandHandler() {
  const goTo = useGoTo();
  const parts = useActionParts();
  const pages = PAGES.flatMap(({ path, shortcuts }) =>
    // With the last filters, like the side bar.
    bind(shortcuts, () => goTo({ path, search: useLastSearches.getState().searches[path] ?? {} })),
  );
  const actions = ACTIONS.flatMap((action) => {
    const { isPossible, run } = parts[action.id];
    const runIfPossible = () => {
      if (isPossible?.() ?? true) run();
    };
    const menuBindings = 'menuShortcut' in action ? bind([action.menuShortcut], run, true) : [];
    return [...bind(action.shortcuts, runIfPossible), ...menuBindings];
  });
  useShortcuts([...pages, ...actions]);

  const runFromMenu = useEffectEvent((id: string) => {
    const action = ACTIONS.find((known) => known.id === id);
    if (action) parts[action.id].run();
  });
  useEffect(() => window.tilldesk?.onCommand(runFromMenu), []);
  return null;
}

function bind(shortcuts: readonly string[], run: () => void, worksInDialogs = false) {
  return shortcuts.map((shortcut) => ({
    shortcut,
    onPressed(event: KeyboardEvent) {
      // Even if the command is not possible: the browser would save the page itself or show its own help.
      event.preventDefault();
      if (!event.repeat && (worksInDialogs || !isDialogOpen())) run();
    },
  }));
}

/** Shortcuts must not change the page below a dialog, where the effect is not visible. */
function isDialogOpen(): boolean {
  return document.querySelector('[aria-modal="true"]') !== null;
}
