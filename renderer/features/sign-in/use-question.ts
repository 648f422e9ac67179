import { useState } from 'react';

interface Question {
  readonly isOpen: boolean;
  /** What led to it takes the focus again once it is drawn anew: it was gone while the question was open. */
  readonly takesFocusBack: boolean;
  readonly open: () => void;
  readonly close: () => void;
}

/** A question that stands in the place of the button which asked it. */
export function useQuestion(): Question {
  const [state, setState] = useState<'unasked' | 'open' | 'closed'>('unasked');
  return {
    isOpen: state === 'open',
    takesFocusBack: state === 'closed',
    open: () => setState('open'),
    close: () => setState('closed'),
  };
}
