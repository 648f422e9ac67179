import { isMac, type KeyCombination } from './key-combination.ts';

/** The keys of a combination as they are written on keyboards of either language: `Ctrl`, `Shift`, `F`. */
export function keyWords({ key, isMod, isAlt, isShift }: KeyCombination): readonly string[] {
  return [
    ...(isMod ? [modWord()] : []),
    ...(isAlt ? [isMac() ? 'Option' : 'Alt'] : []),
    ...(isShift ? ['Shift'] : []),
    key.toUpperCase(),
  ];
}

export function modWord(): string {
  return isMac() ? '⌘' : 'Ctrl';
}
