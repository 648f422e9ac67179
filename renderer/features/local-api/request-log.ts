import { useState } from 'react';
import type { Me } from '../../../shared/contract/auth.ts';
import type { RequestEntries, RequestEntry } from '../../../shared/contract/window.ts';

export interface RequestLog {
  readonly entries: readonly RequestEntry[];
  /** The latest number known to the host. */
  readonly newest: number;
}

export const NO_REQUESTS: RequestLog = { entries: [], newest: 0 };

/** The page stays open all day, so older ones are dropped. */
export const REQUESTS_HELD_MAX = 500;

/** The log with newer requests on top; the same object when there are none. */
export function appendRequests(log: RequestLog, { entries, newest }: RequestEntries): RequestLog {
  if (entries.length === 0 && newest === log.newest) return log;
  return { entries: [...entries, ...log.entries].slice(0, REQUESTS_HELD_MAX), newest };
}

export interface RequestChoices {
  readonly onlyErrors: boolean;
  readonly withWindow: boolean;
}

/** Whether the list has a request: those of the window itself would hide the ones of other programs. */
export function isChosen({ status, isFromWindow }: RequestEntry, { onlyErrors, withWindow }: RequestChoices): boolean {
  return (status >= 400 || !onlyErrors) && (withWindow || !isFromWindow);
}

/** Whether the host shows the requests of colleagues: not to staff, nor to users who see one location only. */
export function showsColleagues({ roles, locked_location }: Me): boolean {
  return locked_location === null && roles.some((role) => role !== 'staff');
}

type Entries = readonly RequestEntry[];

interface HeldEntries {
  readonly visible: Entries;
  /** Requests that came later and are not visible yet. */
  readonly waiting: Entries;
  /** Shows the waiting requests, held or not. */
  readonly catchUp: () => void;
}

/** The live list, or while it is held the list of the moment when that began. */
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
