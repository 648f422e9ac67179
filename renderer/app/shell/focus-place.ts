/** Where something stood that is gone. */
export interface FocusPlace {
  readonly parent: HTMLElement;
  readonly before: Element | null;
}

/** Within these, one control can stand in for another. */
const GROUP = 'ul, ol, search, [role="status"], section[tabindex="-1"]';

export function placeOf({ target, previousSibling }: MutationRecord): FocusPlace | null {
  if (!(target instanceof HTMLElement)) return null;
  return { parent: target, before: elementUpTo(previousSibling) };
}

/** The control of the same kind that stands there now, or the nearest before or after it, or the group itself. */
export function heirAt({ parent, before }: FocusPlace, gone: HTMLElement): HTMLElement | null {
  const group = parent.closest<HTMLElement>(GROUP);
  if (!group) return null;
  const kind = gone.tagName === 'A' ? 'a[href]' : 'button:not(:disabled)';
  const siblings = [...parent.children];
  const at = before ? siblings.indexOf(before) + 1 : 0;
  const nearest = [
    ...siblings.slice(at, at + 1),
    ...siblings.slice(0, at).reverse(),
    ...siblings.slice(at + 1),
  ];
  for (const sibling of nearest) {
    const heir = sibling.matches(kind) ? sibling : sibling.querySelector(kind);
    if (heir instanceof HTMLElement) return heir;
  }
  return group;
}

function elementUpTo(node: Node | null): Element | null {
  if (node === null || node instanceof Element) return node;
  return elementUpTo(node.previousSibling);
}
