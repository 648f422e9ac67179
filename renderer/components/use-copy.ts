import { useEffect, useState } from 'react';

/** `selected`: the clipboard did not take the text, so it stands selected for the keyboard. */
export type CopyOutcome = 'copied' | 'selected';

const COPIED_SHOWN_FOR_MS = 3000;

interface Copying {
  /** Of the last copy; null before it, and again some time after it worked. */
  readonly outcome: CopyOutcome | null;
  /** Copies the text of an element, or selects it where the window may not use the clipboard. */
  readonly copy: (element: Element | null) => Promise<void>;
}

export function useCopy(): Copying {
  const [outcome, setOutcome] = useState<CopyOutcome | null>(null);

  useEffect(() => {
    if (outcome !== 'copied') return;
    const timer = setTimeout(() => setOutcome(null), COPIED_SHOWN_FOR_MS);
    return () => clearTimeout(timer);
  }, [outcome]);

  async function copy(element: Element | null) {
    if (element === null) return;
    try {
      await navigator.clipboard.writeText(element.textContent);
      setOutcome('copied');
    } catch {
      // Refused, or a window without a clipboard: the user is told and copies by hand.
      document.getSelection()?.selectAllChildren(element);
      setOutcome('selected');
    }
  }

  return { outcome, copy };
}
