import { useState } from 'react';
import type { PastExport } from '../../../shared/contract/exports.ts';

interface OpenExport {
  /** Undefined while none is open. */
  readonly entry: PastExport | undefined;
  readonly index: number | null;
  readonly open: (index: number) => void;
  readonly close: () => void;
  readonly step: (delta: 1 | -1) => void;
}

/** The export whose drawer is open: it stays the same one when another is put before it. */
export function useOpenExport(entries: readonly PastExport[]): OpenExport {
  const [openId, setOpenId] = useState<PastExport['id'] | null>(null);
  const place = entries.findIndex(({ id }) => id === openId);
  const index = place < 0 ? null : place;
  const open = (next: number) => {
    const entry = entries[next];
    if (entry) setOpenId(entry.id);
  };
  return {
    entry: entries[place],
    index,
    open,
    close: () => setOpenId(null),
    step: (delta) => {
      if (index !== null) open(index + delta);
    },
  };
}
