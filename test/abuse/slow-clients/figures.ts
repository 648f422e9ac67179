/** What the suite counts. */
export const COUNTS = { closed: 'slow connections closed', good: 'good calls' } as const;

/** What must not happen. */
export const BREACHES = {
  late: 'connections closed too late',
  refused: 'good calls refused',
  beyond: 'connections beyond the limit',
} as const;
