/** What the suite counts. */
export const COUNTS = {
  requests: 'hostile requests',
  good: 'good calls',
  pages: 'attempts of pages in Chromium',
} as const;

/** What must not happen. */
export const BREACHES = {
  runs: 'handler runs',
  leaks: 'bytes leaked',
  status: 'answers of another status',
  headers: 'answers without their headers',
  refused: 'good calls refused',
  listening: 'addresses open beyond this computer',
  reads: 'reads by a page',
  effects: 'effects of a page',
  shortfalls: 'shortfalls',
} as const;
