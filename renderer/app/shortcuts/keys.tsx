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

/** Listens for shortcuts in the whole window, even if a field has the focus. */
export function useShortcuts(bound: readonly BoundShortcut[]): void {
  const hotkeys = bound.flatMap(({ shortcut, onPressed }) =>
    listVariants(shortcut).map(
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

/** A shortcut for `useHotkeys`, whose own `mod` would be both Ctrl and ⌘ on every system. */
function listVariants(shortcut: string): readonly (readonly [keys: string, usePhysicalKeys: boolean])[] {
  const keys = shortcut.replace('mod', isMac() ? 'meta' : 'ctrl');
  // On some keyboards Alt changes the character of a digit key.
  if (/^alt\+\d$/.test(keys)) return [[keys.replace('+', '+digit'), true]];
  // Whether a character needs Shift depends on the keyboard.
  if (keys.endsWith('/')) return [keys, `shift+${keys}`].map((variant) => [variant, false]);
  return [[keys, false]];
}

/** Whether the keys type a character: with an input method, AltGr, or Option in a field. */
function isTyping(event: KeyboardEvent): boolean {
  return event.isComposing || event.getModifierState('AltGraph') || isTypedSign(event);
}

function isTypedSign({ target, altKey, key }: KeyboardEvent): boolean {
  const isField =
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), textarea'));
  return isField && altKey && !/^\d$/.test(key);
}

/** The keys of a shortcut as labelled on Dutch and English keyboards: `Ctrl`, `Shift`, `F`. */
export function formatKeyLabels(shortcut: string): readonly string[] {
  return shortcut.split('+').map((key) => {
    if (key === 'mod') return getModLabel();
    if (key === 'alt') return isMac() ? 'Option' : 'Alt';
    return key === 'shift' ? 'Shift' : key.toUpperCase();
  });
}

export function getModLabel(): string {
  return isMac() ? '⌘' : 'Ctrl';
}

/** The first shortcut of an action; `null` if it has none. */
export function findShortcut(action: ActionId): string | null {
  return ACTIONS.find(({ id }) => id === action)?.shortcuts[0] ?? null;
}

/** The keys of an action beside its name. Screen reader users have the help sheet. */
export function KeysHint({ action }: { readonly action: ActionId }) {
  const shortcut = findShortcut(action);
  return (
    shortcut && (
      <span className={styles.hint} aria-hidden>
        {formatKeyLabels(shortcut).join(' ')}
      </span>
    )
  );
}
