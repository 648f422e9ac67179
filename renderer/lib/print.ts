import { useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { create } from 'zustand';
import { MAX_PAPER_TEXT_LENGTH, shortenText } from '../../shared/paper-text.ts';

/** How far a page is with the rows that it reads for its sheets. */
interface RowsRead {
  readonly read: number;
  readonly total: number;
}

/** What a preparation is given: it stops once the signal is aborted, and reports each time it has read more. */
export interface PrintTask {
  readonly signal: AbortSignal;
  readonly onRead: (rows: RowsRead) => void;
}

/** What a page reads and draws for its sheet alone; it never rejects. */
type Preparation = (task: PrintTask) => Promise<void>;

interface PrintState {
  /** Null while nothing is being printed; without rows nothing is read for it. */
  readonly underWay: { readonly rows: RowsRead | null; readonly isDrawing: boolean } | null;
  readonly cancel: () => void;
}

/** The print under way in this window. */
export const usePrintState = create<PrintState>()(() => ({ underWay: null, cancel: () => {} }));

const preparations = new Set<Preparation>();

/** Of what was drawn for the sheets alone. */
const restorations = new Set<() => void>();

/** Prints the page once all that its sheet has is there. A second press while it is being read does nothing. */
export async function printPage(): Promise<void> {
  if (usePrintState.getState().underWay !== null) return;
  const controller = new AbortController();
  const { signal } = controller;
  const report = (rows: RowsRead) =>
    usePrintState.setState({ underWay: { rows, isDrawing: rows.read === rows.total } });
  usePrintState.setState({ underWay: { rows: null, isDrawing: false }, cancel: () => controller.abort() });
  try {
    await Promise.all([...preparations].map((prepare) => prepare({ signal, onRead: report })));
    if (signal.aborted) for (const restore of restorations) restore();
    else window.print();
  } finally {
    usePrintState.setState({ underWay: null, cancel: () => {} });
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
  const onPrepare = useEffectEvent(async (task: PrintTask) => prepare?.(task));
  const onBefore = useEffectEvent(before);
  const onAfter = useEffectEvent(() => after?.());

  useEffect(() => {
    const preparation = (task: PrintTask) => onPrepare(task);
    // The sheet is made as soon as the listeners have returned.
    const draw = () => flushSync(() => onBefore());
    const restore = () => onAfter();
    preparations.add(preparation);
    restorations.add(restore);
    // Captured, so that long texts are cut once everything is drawn.
    window.addEventListener('beforeprint', draw, true);
    window.addEventListener('afterprint', restore);
    return () => {
      preparations.delete(preparation);
      restorations.delete(restore);
      window.removeEventListener('beforeprint', draw, true);
      window.removeEventListener('afterprint', restore);
    };
  }, []);
}

/** True while a sheet is made: for what it says in other words than the screen does. */
export function useIsPrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false);
  usePrintSteps({ before: () => setIsPrinting(true), after: () => setIsPrinting(false) });
  return isPrinting;
}

/** Cuts the long texts of `main` while a sheet is made, and answers how many it has cut. */
export function useCutTexts(): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    let restore: () => void = () => undefined;
    const cut = () => {
      restore();
      const texts = longTexts(document.querySelector('main'));
      restore = cutTexts(texts);
      flushSync(() => setCount(texts.length));
    };
    const undo = () => {
      restore();
      setCount(0);
    };
    window.addEventListener('beforeprint', cut);
    window.addEventListener('afterprint', undo);
    return () => {
      window.removeEventListener('beforeprint', cut);
      window.removeEventListener('afterprint', undo);
    };
  }, []);
  return count;
}

/** Without those of a grid, whose rows a sheet has in a table. */
function longTexts(root: Element | null): readonly Text[] {
  if (root === null) return [];
  const texts: Text[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (!(node instanceof Text) || node.length <= MAX_PAPER_TEXT_LENGTH) continue;
    if (node.parentElement?.closest('[role="grid"]') == null) texts.push(node);
  }
  return texts;
}

/** Answers what restores them, but for those that were changed meanwhile. */
function cutTexts(texts: readonly Text[]): () => void {
  const cut = texts.map((node) => ({ node, whole: node.data, short: shortenText(node.data, MAX_PAPER_TEXT_LENGTH) }));
  for (const { node, short } of cut) node.data = short;
  return () => {
    for (const { node, whole, short } of cut.splice(0)) if (node.data === short) node.data = whole;
  };
}
