import type { KeyCombination } from './key-combination.ts';

/** What can be done from anywhere. */
export type CommandId =
  | 'palette'
  | 'search'
  | 'export'
  | 'save-view'
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

/** The first nine pages by their number in the menu. */
export const NUMBERED_PAGES = 9;

export function keysOfPage(number: number): readonly KeyCombination[] {
  return [{ key: String(number), isAlt: true }];
}
