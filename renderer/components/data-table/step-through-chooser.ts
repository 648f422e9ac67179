import type { KeyboardEvent } from 'react';

const IN_ROW: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };
const BETWEEN_ROWS: Readonly<Record<string, 'previousElementSibling' | 'nextElementSibling'>> = {
  ArrowUp: 'previousElementSibling',
  ArrowDown: 'nextElementSibling',
};

/**
 * Left and right go along a row of the chooser; up and down from a button to the same one of the next row. From
 * elsewhere these are those of the menu.
 */
export function stepThroughChooser(event: KeyboardEvent<HTMLElement>): void {
  const row = event.currentTarget;
  const items = itemsIn(row);
  const place = items.indexOf(event.target as HTMLElement);
  const target = targetOf(event.key, row, items, place);
  if (!target) return;
  target.focus();
  event.preventDefault();
  event.stopPropagation();
}

function targetOf(
  key: string,
  row: Element,
  items: readonly HTMLElement[],
  place: number,
): HTMLElement | undefined {
  const step = IN_ROW[key];
  if (step !== undefined) return items[place + step];
  const side = BETWEEN_ROWS[key];
  const isInFirst = items[place]?.hasAttribute('data-menu-item') !== false;
  if (side === undefined || isInFirst) return undefined;
  // Counted from the end, since a column that is always shown has no first item.
  return itemsIn(row[side]).at(place - items.length);
}

function itemsIn(row: Element | null): readonly HTMLElement[] {
  return [...(row?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])];
}
