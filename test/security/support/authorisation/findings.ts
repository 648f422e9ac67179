/** What must not come of a walk. */
export const BREACHES = {
  leak: 'leaks',
  status: 'statuses that the matrix does not give',
  body: 'answers that tell a foreign id from an unknown one',
  total: 'totals that count others',
  changed: 'answers that change with others',
  trace: 'traces of refused calls',
  missing: 'own records that are missing',
} as const;

export interface Breach {
  readonly kind: keyof typeof BREACHES;
  readonly sentence: string;
}

/** What a walk found: pairs tried, and what was wrong with them. */
export interface Findings {
  tried: number;
  readonly breaches: Breach[];
}
