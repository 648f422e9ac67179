export interface AttackReport {
  readonly tried: number;
  /** What was let through or not told as it has to be, each in a sentence. */
  readonly wrong: readonly string[];
  /** Receivers that may be reached and were refused. */
  readonly refusedGood: readonly string[];
}
