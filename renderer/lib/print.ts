import { useEffect, useEffectEvent } from 'react';
import { flushSync } from 'react-dom';

/** What a page reads and draws for its sheet alone; it never rejects. */
type Preparation = () => Promise<void>;

const preparations = new Set<Preparation>();

let isUnderWay = false;

/** Prints the page once all that its sheet has is there. A second press while it is being read does nothing. */
export async function printPage(): Promise<void> {
  if (isUnderWay) return;
  isUnderWay = true;
  try {
    await Promise.all([...preparations].map((prepare) => prepare()));
    window.print();
  } finally {
    isUnderWay = false;
  }
}

interface PrintSteps {
  /** Of `printPage`; what it sets is drawn before the sheet is made. */
  readonly prepare?: Preparation;
  /** Of every print, also one that the browser was asked for: what is set here is drawn on the sheet. */
  readonly before: () => void;
  readonly after?: () => void;
}

/** Lets a component draw something for the sheet. */
export function usePrintSteps({ prepare, before, after }: PrintSteps): void {
  const onPrepare = useEffectEvent(async () => prepare?.());
  const onBefore = useEffectEvent(before);
  const onAfter = useEffectEvent(() => after?.());

  useEffect(() => {
    const preparation = () => onPrepare();
    // The sheet is made as soon as the listeners have returned.
    const draw = () => flushSync(() => onBefore());
    const restore = () => onAfter();
    preparations.add(preparation);
    window.addEventListener('beforeprint', draw);
    window.addEventListener('afterprint', restore);
    return () => {
      preparations.delete(preparation);
      window.removeEventListener('beforeprint', draw);
      window.removeEventListener('afterprint', restore);
    };
  }, []);
}
