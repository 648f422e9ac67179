import { findFolded } from '../../../shared/fold-text.ts';

/** Marks elements that are not searched, such as the search bar. */
export const NOT_SEARCHED = 'data-not-searched';

export interface Found {
  readonly total: number;
  /** The occurrence in view, from 0. */
  readonly index: number;
}

const NOTHING: Found = { total: 0, index: 0 };

/**
 * Highlights every occurrence of a text in the page and scrolls to one of them. An index beyond the last one wraps to
 * the first.
 */
export function showFound(text: string, index: number): Found {
  hideFound();
  const ranges = findText(document.body, text);
  const inView = (index + ranges.length) % ranges.length;
  const range = ranges[inView];
  if (range === undefined) return NOTHING;
  CSS.highlights.set('found', new Highlight(...ranges));
  // The highlight set last is drawn on top.
  CSS.highlights.set('found-in-view', new Highlight(range));
  range.startContainer.parentElement?.scrollIntoView({ block: 'center' });
  return { total: ranges.length, index: inView };
}

export function hideFound(): void {
  CSS.highlights.clear();
}

/** The occurrences in the visible texts below `root`, in order, ignoring case and accents. */
function findText(root: Element, text: string): Range[] {
  const ranges: Range[] = [];
  const nodes = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (nodes.nextNode()) {
    const node = nodes.currentNode as Text;
    const parent = node.parentElement;
    if (!parent?.checkVisibility() || parent.closest(`[${NOT_SEARCHED}]`)) continue;
    for (const { start, end } of findFolded(node.data, text)) {
      const range = document.createRange();
      range.setStart(node, start);
      range.setEnd(node, end);
      ranges.push(range);
    }
  }
  return ranges;
}
