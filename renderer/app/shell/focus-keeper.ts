import { focusPageTitle } from '../../components/page/page-title.tsx';
import { type FocusPlace, heirAt, placeOf } from './focus-place.ts';

/** What stands over the page for a while: all that floats, dialogs and messages. */
const LAYER = '[data-position][role], [role="dialog"], [role="alert"]';

/**
 * Gives the focus to something that is there when what had it is taken away: after a layer to what had it before, after
 * a removal to the next control of the same kind, else to the title of the page. One place for all: whoever removes
 * something knows neither who opened it nor what comes in its stead. Answers how to stop.
 */
export function startFocusKeeper(): () => void {
  let focused: HTMLElement | null = null;
  let layer: HTMLElement | null = null;
  let inPage: HTMLElement | null = null;
  let place: FocusPlace | null = null;

  const remember = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return;
    focused = target;
    layer = target.closest<HTMLElement>(LAYER);
    if (layer) return;
    inPage = target;
    place = null;
  };

  const handOn = () => {
    const heirs = [focused, layer, inPage, inPage && place && heirAt(place, inPage)];
    for (const heir of heirs) {
      if (heir?.isConnected) heir.focus({ preventScroll: true });
      if (document.activeElement !== document.body) return;
    }
    focusPageTitle();
  };

  const observer = new MutationObserver((changes) => {
    let isTaken = false;
    for (const change of changes) {
      for (const gone of change.removedNodes) {
        isTaken ||= gone.contains(focused);
        if (inPage && gone.contains(inPage)) place = placeOf(change);
      }
    }
    if (isTaken && document.activeElement === document.body) handOn();
  });

  document.addEventListener('focusin', remember);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    document.removeEventListener('focusin', remember);
    observer.disconnect();
  };
}
