import { useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { create } from 'zustand';
import { MAX_PAPER_TEXT_LENGTH, shortenText } from '../../shared/paper-text.ts';

/** How many rows a page has read for its sheets. */
interface RowsRead {
  readonly read: number;
  readonly total: number;
}

/** The argument of a preparation. It stops when the signal is aborted and calls `onRead` after each step. */
export interface PrintTask {
  readonly signal: AbortSignal;
  readonly onRead: (rows: RowsRead) => void;
}

/** Reads and draws what only the sheet shows. Never rejects. */
type Preparation = (task: PrintTask) => Promise<void>;

interface PrintState {
  /** `null` if nothing is being printed. `rows` is `null` if no rows are read for it. */
  readonly current: { readonly rows: RowsRead | null; readonly isDrawing: boolean } | null;
  readonly cancel: () => void;
}

/** The print in progress in this window. */
export const usePrintState = create<PrintState>()(() => ({ current: null, cancel: () => {} }));

const preparations = new Set<Preparation>();

/** Undo what was drawn only for the sheets. */
const restorations = new Set<() => void>();

/** Prints the page when everything on its sheet is ready. Calls during a print do nothing. */
export async function printPage(): Promise<void> {
  if (usePrintState.getState().current !== null) return;
  const controller = new AbortController();
  const { signal } = controller;
  const report = (rows: RowsRead) => usePrintState.setState({ current: { rows, isDrawing: rows.read === rows.total } });
  usePrintState.setState({ current: { rows: null, isDrawing: false }, cancel: () => controller.abort() });
  try {
    await Promise.all([...preparations].map((prepare) => prepare({ signal, onRead: report })));
    if (signal.aborted) for (const restore of restorations) restore();
    else window.print();
  } finally {
    usePrintState.setState({ current: null, cancel: () => {} });
  }
}

interface PrintSteps {
  /** Run by `printPage`. What it sets is drawn before the sheet is made. */
  readonly prepare?: Preparation;
  /** Run by every print, including one started from the browser. What is set here is drawn on the sheet. */
  readonly before: () => void;
  readonly after?: () => void;
}

/** Lets a component draw something on the sheet. */
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
    // In the capture phase, so that long texts are cut after everything is drawn.
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

/** Whether a sheet is being made, for texts that differ on paper. */
export function useIsPrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false);
  usePrintSteps({ before: () => setIsPrinting(true), after: () => setIsPrinting(false) });
  return isPrinting;
}

/** Cuts the long texts of `main` while a sheet is made, and returns how many it cut. */
export function useCutTexts(): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    let restore: () => void = () => undefined;
    const cut = () => {
      restore();
      const texts = findLongTexts(document.querySelector('main'));
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

/** Skips the texts of a grid, because a sheet shows its rows in a table. */
function findLongTexts(root: Element | null): readonly Text[] {
  if (root === null) return [];
  const texts: Text[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (!(node instanceof Text) || node.length <= MAX_PAPER_TEXT_LENGTH) continue;
    if (node.parentElement?.closest('[role="grid"]') == null) texts.push(node);
  }
  return texts;
}

/** Returns a function that restores the texts, except those that changed meanwhile. */
function cutTexts(texts: readonly Text[]): () => void {
  const cut = texts.map((node) => ({ node, whole: node.data, short: shortenText(node.data, MAX_PAPER_TEXT_LENGTH) }));
  for (const { node, short } of cut) node.data = short;
  return () => {
    for (const { node, whole, short } of cut.splice(0)) if (node.data === short) node.data = whole;
  };
}
