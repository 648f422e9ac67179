/** A key with what is held. Each has a modifier or is a function key, so that none is a letter that somebody types. */
export interface KeyCombination {
  /** As `KeyboardEvent.key` names it, in lower case. */
  readonly key: string;
  /** Ctrl, or ⌘ on a Mac. */
  readonly isMod?: boolean;
  readonly isAlt?: boolean;
  readonly isShift?: boolean;
}

const DIGIT_CODE = /^Digit(\d)$/;

export function isMac(): boolean {
  return navigator.userAgent.includes('Macintosh');
}

/** Whether an event is of this combination and nothing more. */
export function isPressed(combination: KeyCombination, event: KeyboardEvent): boolean {
  const { isMod = false, isAlt = false } = combination;
  const [mod, other] = isMac() ? [event.metaKey, event.ctrlKey] : [event.ctrlKey, event.metaKey];
  if (mod !== isMod || other || event.altKey !== isAlt || event.getModifierState('AltGraph')) return false;
  // Whether a sign stands above a key is up to the layout of the keyboard.
  const isSign = combination.key === '/';
  return keyOf(event) === combination.key && (isSign || event.shiftKey === (combination.isShift ?? false));
}

/** A digit by its place: on some keyboards it has another sign while Alt is held. */
function keyOf({ key, code, altKey }: KeyboardEvent): string {
  const digit = altKey ? DIGIT_CODE.exec(code)?.[1] : undefined;
  return digit ?? key.toLowerCase();
}

/** Whether the keys would put a sign into the field that is typed in, as Option does on a Mac. */
export function isTypedSign({ target, altKey, key }: KeyboardEvent): boolean {
  const isField =
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), textarea'));
  return isField && altKey && !/^\d$/.test(key);
}
