import { useEffect, useRef } from 'react';
import { placeAt, type RowPlace } from './row-place.ts';
import type { RowSource } from './row-source.ts';

/** Brings a row into view when it is opened. One that rows coming in move does not take the window along. */
export function useOpenRowInView<Row>(
  rows: RowSource<Row>,
  openIndex: number | null,
  scrollTo: (index: number) => void,
): void {
  const shown = useRef<RowPlace | null>(null);
  const id = openIndex === null ? undefined : placeAt(rows, openIndex).id;
  useEffect(() => {
    const before = shown.current;
    shown.current = openIndex === null ? null : { index: openIndex, id };
    if (openIndex === null || before?.index === openIndex) return;
    if (id === undefined || before?.id !== id) scrollTo(openIndex);
  }, [openIndex, id, scrollTo]);
}
