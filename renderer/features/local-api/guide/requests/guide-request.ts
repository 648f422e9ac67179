import type { Period } from '../../../../../shared/periods.ts';

export const GUIDE_TOOLS = ['curl', 'excel', 'python'] as const;
export type GuideTool = (typeof GUIDE_TOOLS)[number];

export const GUIDE_TASKS = ['prices', 'report'] as const;
export type GuideTask = (typeof GUIDE_TASKS)[number];

/** What a ready request is filled in with. */
export interface RequestFacts {
  /** Of this program, such as `http://127.0.0.1:4870`. */
  readonly apiAddress: string;
  /** Stands where the key of the reader has to be. */
  readonly keyPlace: string;
  /** Ids of products of the shop, or words for them where it has none. */
  readonly productIds: string;
  /** For requests that cannot tell the date by themselves. */
  readonly lastMonth: Period;
}

/** The text of a request, to be copied as it stands. */
export type GuideRequest = (facts: RequestFacts) => string;
