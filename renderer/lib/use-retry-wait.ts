import { useLayoutEffect, useState } from 'react';
import { ApiFailure } from './host/api-client.ts';
import { BridgeError } from './host/bridge-client.ts';

const TICK_MS = 1000;

/** Seconds until another try is worth it, counting down; 0 when that is now. */
export function useRetryWait(error: Error | null): number {
  const waitS = retryAfterS(error) ?? 0;
  const [leftS, setLeftS] = useState(waitS);
  // Before the page is drawn, so that the button is at no moment free. `error` begins each wait anew.
  useLayoutEffect(() => {
    setLeftS(waitS);
    if (error === null || waitS === 0) return;
    // Not the clock of the day, which may be set back meanwhile.
    const endsAt = performance.now() + waitS * 1000;
    const timer = setInterval(() => {
      const left = Math.max(0, Math.ceil((endsAt - performance.now()) / 1000));
      if (left === 0) clearInterval(timer);
      setLeftS(left);
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [error, waitS]);
  return leftS;
}

/** Null where host and API named no time to wait. */
export function retryAfterS(error: Error | null): number | null {
  if (error instanceof ApiFailure) return error.retryAfterS;
  if (!(error instanceof BridgeError) || error.failure.status !== 429) return null;
  return error.failure.retryAfterS ?? null;
}
