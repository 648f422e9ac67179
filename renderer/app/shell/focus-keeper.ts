import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { focusPageTitle } from '../../components/page/page-header.tsx';

/** Temporary layers over the page: menus, popovers, dialogs and messages. */
const LAYER = '[data-position][role], [role="dialog"], [role="alert"]';

/**
 * Moves the focus when the focused element is removed. After a layer it returns to the previous element; otherwise it
 * goes to the next control of the same kind, or else to the title of the page. Works for the whole window, because the
 * code that removes an element does not know what opened it or replaces it. Returns a function that stops it.
 */
export function startFocusKeeper(): () => void {
  let focused: HTMLElement | null = null;
  let layer: HTMLElement | null = null;
  let inPage: HTMLElement | null = null;
  let position: FocusPosition | null = null;

  const remember = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return;
    focused = target;
    layer = target.closest<HTMLElement>(LAYER);
    if (layer) return;
    inPage = target;
    position = null;
  };

  const moveFocus = () => {
    const candidates = [focused, layer, inPage, inPage && position && findControl(position, inPage)];
    for (const candidate of candidates) {
      if (candidate?.isConnected) candidate.focus({ preventScroll: true });
      if (document.activeElement !== document.body) return;
    }
    focusPageTitle();
  };

  const observer = new MutationObserver((changes) => {
    let isTaken = false;
    for (const change of changes) {
      for (const gone of change.removedNodes) {
        isTaken ||= gone.contains(focused);
        if (inPage && gone.contains(inPage)) position = getPosition(change);
      }
    }
    if (isTaken && document.activeElement === document.body) moveFocus();
  });

  document.addEventListener('focusin', remember);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    document.removeEventListener('focusin', remember);
    observer.disconnect();
  };
}

/** The position of a removed element. */
interface FocusPosition {
  readonly parent: HTMLElement;
  readonly before: Element | null;
}

/** Elements within which another control can take over the focus. */
const GROUP = 'ul, ol, search, [role="status"], section[tabindex="-1"]';

function getPosition({ target, previousSibling }: MutationRecord): FocusPosition | null {
  if (!(target instanceof HTMLElement)) return null;
  return { parent: target, before: findElementBefore(previousSibling) };
}

/** The control of the same kind at the position, or the nearest before or after it, or the group itself. */
function findControl({ parent, before }: FocusPosition, gone: HTMLElement): HTMLElement | null {
  const group = parent.closest<HTMLElement>(GROUP);
  if (!group) return null;
  const kind = gone.tagName === 'A' ? 'a[href]' : 'button:not(:disabled)';
  const siblings = [...parent.children];
  const at = before ? siblings.indexOf(before) + 1 : 0;
  const nearest = [...siblings.slice(at, at + 1), ...siblings.slice(0, at).reverse(), ...siblings.slice(at + 1)];
  for (const sibling of nearest) {
    const candidate = sibling.matches(kind) ? sibling : sibling.querySelector(kind);
    if (candidate instanceof HTMLElement) return candidate;
  }
  return group;
}

function findElementBefore(node: Node | null): Element | null {
  if (node === null || node instanceof Element) return node;
  return findElementBefore(node.previousSibling);
}

/** Keeps the focus on an element and moves it to the title of each new page. */
export function useFocusKeeping(): void {
  const router = useRouter();
  useEffect(startFocusKeeper, []);
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        // At the start, from `/`, screen readers read the first page from its beginning.
        if (!fromLocation || fromLocation.pathname === '/' || !pathChanged) return;
        // The page may have set the focus itself, and a dialog keeps it.
        if (!document.activeElement?.closest('main *, [role="dialog"]')) focusPageTitle();
      }),
    [router],
  );
}
