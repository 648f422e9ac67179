import { type HotkeyItem, useHotkeys } from '@mantine/hooks';
import { ACTIONS, type ActionId } from '../../../shared/commands.ts';
import styles from './shortcuts.module.css';

function isMac(): boolean {
  return navigator.userAgent.includes('Macintosh');
}

interface BoundShortcut {
  /** As in `shared/commands.ts`: `mod+shift+f`. */
  readonly shortcut: string;
  readonly onPressed: (event: KeyboardEvent) => void;
}

/** Listens to shortcuts in the whole window, also while a field has the focus. */
export function useShortcuts(bound: readonly BoundShortcut[]): void {
  const hotkeys = bound.flatMap(({ shortcut, onPressed }) =>
    variantsOf(shortcut).map(
      ([keys, usePhysicalKeys]): HotkeyItem => [
        keys,
        (event) => {
          if (!event.defaultPrevented && !isTyping(event)) onPressed(event);
        },
        { preventDefault: false, usePhysicalKeys },
      ],
    ),
  );
  useHotkeys(hotkeys, [], true);
}

/** A shortcut as `useHotkeys` takes it, whose own `mod` is Ctrl and ⌘ on every system. */
function variantsOf(shortcut: string): readonly (readonly [keys: string, usePhysicalKeys: boolean])[] {
  const keys = shortcut.replace('mod', isMac() ? 'meta' : 'ctrl');
  // On some keyboards Alt gives a digit another sign.
  if (/^alt\+\d$/.test(keys)) return [[keys.replace('+', '+digit'), true]];
  // Whether a sign needs Shift depends on the keyboard.
  if (keys.endsWith('/')) return [keys, `shift+${keys}`].map((variant) => [variant, false]);
  return [[keys, false]];
}

/** Whether the keys make a sign: of an input method, by AltGr, or by Option in a field. */
function isTyping(event: KeyboardEvent): boolean {
  return event.isComposing || event.getModifierState('AltGraph') || isTypedSign(event);
}

function isTypedSign({ target, altKey, key }: KeyboardEvent): boolean {
  const isField =
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), textarea'));
  return isField && altKey && !/^\d$/.test(key);
}

/** The keys of a shortcut as they are written on keyboards of either language: `Ctrl`, `Shift`, `F`. */
export function keyLabels(shortcut: string): readonly string[] {
  return shortcut.split('+').map((key) => {
    if (key === 'mod') return modLabel();
    if (key === 'alt') return isMac() ? 'Option' : 'Alt';
    return key === 'shift' ? 'Shift' : key.toUpperCase();
  });
}

export function modLabel(): string {
  return isMac() ? '⌘' : 'Ctrl';
}

/** The first shortcut of an action; null if it has none. */
export function shortcutOf(action: ActionId): string | null {
  return ACTIONS.find(({ id }) => id === action)?.shortcuts[0] ?? null;
}

/** The keys of an action beside its name, for those who look: who hears the window has the help sheet. */
export function KeysHint({ action }: { readonly action: ActionId }) {
  const shortcut = shortcutOf(action);
  return (
    shortcut && (
      <span className={styles.hint} aria-hidden>
        {keyLabels(shortcut).join(' ')}
      </span>
    )
  );
}
