import { useState } from 'react';
import type { RequestEntry } from '../../../../shared/contract/bridge.ts';

type Entries = readonly RequestEntry[];

interface HeldEntries {
  readonly shown: Entries;
  /** Those that came after what is shown. */
  readonly waiting: Entries;
  /** Shows what waits, held or not. */
  readonly catchUp: () => void;
}

/** The list as it comes in, or as it stood when it began to be held. */
export function useHeldEntries(live: Entries, isHeld: boolean): HeldEntries {
  const [held, setHeld] = useState<Entries | null>(null);
  const holds = isHeld && live.length > 0;
  if (holds !== (held !== null)) setHeld(holds ? live : null);
  const shown = held ?? live;
  const latestShown = shown[0]?.number ?? 0;
  return {
    shown,
    waiting: live.filter(({ number }) => number > latestShown),
    catchUp: () => setHeld(holds ? live : null),
  };
}
