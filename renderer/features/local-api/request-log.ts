import { useState } from 'react';
import type { Me } from '../../../shared/contract/auth.ts';
import type { RequestEntries, RequestEntry } from '../../../shared/contract/window.ts';

export interface RequestLog {
  readonly entries: readonly RequestEntry[];
  /** The latest number known to the host. */
  readonly newest: number;
}

export const NO_REQUESTS: RequestLog = { entries: [], newest: 0 };

/** The page may be open all day, so older requests are dropped. */
export const MAX_REQUESTS = 500;

/** Adds newer requests on top. Returns the same object if there are none. */
export function appendRequests(log: RequestLog, { entries, newest }: RequestEntries): RequestLog {
  if (entries.length === 0 && newest === log.newest) return log;
  return { entries: [...entries, ...log.entries].slice(0, MAX_REQUESTS), newest };
}

export interface RequestChoices {
  readonly onlyErrors: boolean;
  readonly withWindow: boolean;
}

/**
 * Whether the list shows a request. By default it hides those of the window itself, which would hide other programs'
 * requests.
 */
export function isListed({ status, isFromWindow }: RequestEntry, { onlyErrors, withWindow }: RequestChoices): boolean {
  return (status >= 400 || !onlyErrors) && (withWindow || !isFromWindow);
}

/** Whether the host lists requests of colleagues. It does not for staff or users locked to one location. */
export function seesColleagues({ roles, locked_location }: Me): boolean {
  return locked_location === null && roles.some((role) => role !== 'staff');
}

type Entries = readonly RequestEntry[];

interface HeldEntries {
  readonly visible: Entries;
  /** Later requests that are not visible yet. */
  readonly waiting: Entries;
  /** Shows the waiting requests even if the list is held. */
  readonly catchUp: () => void;
}

/** The live list, or while it is held, the list as it was when that started. */
export function useHeldEntries(live: Entries, isHeld: boolean): HeldEntries {
  const [held, setHeld] = useState<Entries | null>(null);
  const holds = isHeld && live.length > 0;
  if (holds !== (held !== null)) setHeld(holds ? live : null);
  const visible = held ?? live;
  const latestVisible = visible[0]?.number ?? 0;
  return {
    visible,
    waiting: live.filter(({ number }) => number > latestVisible),
    catchUp: () => setHeld(holds ? live : null),
  };
}
