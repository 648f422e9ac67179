import type { SuiteRun, SuiteSize } from '../harness/suite.ts';

export interface FaultOrders {
  readonly size: SuiteSize;
  readonly folder: string;
  /** By which the disk is told to fail; null where it cannot. */
  readonly control: string | null;
}

type Told = 'count' | 'breach' | 'keepSecret' | 'hear';

/** What the process whose disk fails says: something for the run of the suite, what it is at, or how it ended. */
export type FaultMessage =
  | {
      [Name in Told]: {
        readonly kind: 'told';
        readonly name: Name;
        readonly given: Parameters<SuiteRun[Name]>;
      };
    }[Told]
  | { readonly kind: 'at'; readonly sentence: string }
  | { readonly kind: 'done' }
  | { readonly kind: 'broke'; readonly error: string };
