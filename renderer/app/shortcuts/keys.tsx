import styles from './shortcuts.module.css';

/** A key with its modifiers. Each has a modifier or is a function key, so that typing a letter triggers nothing. */
export interface KeyCombination {
  /** As `KeyboardEvent.key` names it, in lower case. */
  readonly key: string;
  /** Ctrl, or ⌘ on a Mac. */
  readonly isMod?: boolean;
  readonly isAlt?: boolean;
  readonly isShift?: boolean;
}

const DIGIT_CODE = /^Digit(\d)$/;

function isMac(): boolean {
  return navigator.userAgent.includes('Macintosh');
}

/** Whether an event is of this combination and nothing more. */
export function isPressed(combination: KeyCombination, event: KeyboardEvent): boolean {
  const { isMod = false, isAlt = false } = combination;
  const [mod, other] = isMac() ? [event.metaKey, event.ctrlKey] : [event.ctrlKey, event.metaKey];
  if (mod !== isMod || other || event.altKey !== isAlt || event.getModifierState('AltGraph')) return false;
  // Whether a sign needs Shift depends on the keyboard layout.
  const isSign = combination.key === '/';
  return keyOf(event) === combination.key && (isSign || event.shiftKey === (combination.isShift ?? false));
}

/** A digit by its physical key: on some keyboards Alt gives it another sign. */
function keyOf({ key, code, altKey }: KeyboardEvent): string {
  const digit = altKey ? DIGIT_CODE.exec(code)?.[1] : undefined;
  return digit ?? key.toLowerCase();
}

/** Whether the keys type a sign into the focused field, as Option does on a Mac. */
export function isTypedSign({ target, altKey, key }: KeyboardEvent): boolean {
  const isField =
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), textarea'));
  return isField && altKey && !/^\d$/.test(key);
}

/** What can be done from anywhere. */
export type CommandId =
  | 'palette'
  | 'search'
  | 'export'
  | 'save-view'
  | 'print'
  | 'help'
  | 'tour'
  | 'theme'
  | 'language'
  | 'sign-out';

const NONE: readonly KeyCombination[] = [];

/** Ctrl+W, Ctrl+T, Ctrl+N and those of the menu of the window are not ours. */
const KEYS: Readonly<Partial<Record<CommandId, readonly KeyCombination[]>>> = {
  palette: [{ key: 'k', isMod: true }],
  search: [{ key: 'f', isMod: true, isShift: true }],
  export: [{ key: 'e', isMod: true }],
  'save-view': [{ key: 's', isMod: true }],
  help: [{ key: 'f1' }, { key: '/', isMod: true }],
};

export function keysOf(command: CommandId): readonly KeyCombination[] {
  return KEYS[command] ?? NONE;
}

/** The first ten pages by their number in the menu, the tenth by 0. */
export const NUMBERED_PAGES = 10;

export function keysOfPage(number: number): readonly KeyCombination[] {
  return [{ key: String(number % 10), isAlt: true }];
}

/** The keys of a combination as they are written on keyboards of either language: `Ctrl`, `Shift`, `F`. */
export function keyLabels({ key, isMod, isAlt, isShift }: KeyCombination): readonly string[] {
  return [
    ...(isMod ? [modLabel()] : []),
    ...(isAlt ? [isMac() ? 'Option' : 'Alt'] : []),
    ...(isShift ? ['Shift'] : []),
    key.toUpperCase(),
  ];
}

export function modLabel(): string {
  return isMac() ? '⌘' : 'Ctrl';
}

/** The keys of a command beside its name, for those who look: who hears the window has the help sheet. */
export function KeysHint({ command }: { readonly command: CommandId }) {
  const [keys] = keysOf(command);
  return (
    keys && (
      <span className={styles.hint} aria-hidden>
        {keyLabels(keys).join(' ')}
      </span>
    )
  );
}
