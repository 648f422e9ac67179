import type { Address } from '../../../lib/address/address.ts';
import type { Question } from '../overview-queries.ts';

export type ConcernName = 'checks' | 'invoices' | 'unpriced' | 'negativeStock';

/** Something that may need attention. `fine` is only what was asked and answered so. */
export interface Concern {
  readonly name: ConcernName;
  readonly state: 'reading' | 'failed' | 'fine' | 'attention';
  readonly question: Question;
  readonly text: string;
  /** What the text is about: the days, the place. */
  readonly scope: string | null;
  /** Where it can be looked into. */
  readonly address: Address | null;
}
