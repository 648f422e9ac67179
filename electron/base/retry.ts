/** The retries that calls may still make: when everything fails nearly none, so that retries are never the load. */
export interface RetryBudget {
  /** A call was made for the first time. */
  earn(): void;
  /** False where no retry is left. */
  spend(): boolean;
}

const PER_CALL = 0.1;

/** Enough for three calls to be repeated to the end. */
const MOST = 10;

export function createRetryBudget(): RetryBudget {
  let left = MOST;
  return {
    earn() {
      left = Math.min(MOST, left + PER_CALL);
    },
    spend() {
      if (left < 1) return false;
      left -= 1;
      return true;
    },
  };
}
