import type { Icon } from '@tabler/icons-react';
import { foldText } from '../../../shared/fold-text.ts';

/** What the palette offers: something to go to, or something to do. */
export interface PaletteEntry {
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  /** What is scanned or copied to name it: an order number, or a SKU. */
  readonly code?: string;
  readonly icon: Icon;
  readonly run: () => void;
}

export interface PaletteGroup {
  readonly name: string;
  readonly entries: readonly PaletteEntry[];
}

/** Those whose name has every word that was typed, ignoring case and accents. */
export function matching(entries: readonly PaletteEntry[], query: string): readonly PaletteEntry[] {
  const words = foldText(query).split(/\s+/).filter(Boolean);
  return entries.filter(({ label }) => {
    const folded = foldText(label);
    return words.every((word) => folded.includes(word));
  });
}

/** With what has the very code that was typed before everything else, and its group with it. */
export function exactFirst(groups: readonly PaletteGroup[], query: string): readonly PaletteGroup[] {
  const typed = foldText(query.trim());
  const isExact = ({ code }: PaletteEntry) => code !== undefined && foldText(code) === typed;
  return firstWhere(
    groups.map(({ name, entries }) => ({ name, entries: firstWhere(entries, isExact) })),
    ({ entries }) => entries.some(isExact),
  );
}

function firstWhere<T>(items: readonly T[], isFirst: (item: T) => boolean): readonly T[] {
  return [...items.filter(isFirst), ...items.filter((item) => !isFirst(item))];
}
