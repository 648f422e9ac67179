/** The demo shop that sells while one watches; null in its place where there is none. */
export interface LiveTill {
  state(): LiveTillState;
  /** Takes effect at once; the sale under way is written first. */
  change(state: LiveTillState): Promise<void>;
}

export interface LiveTillState {
  readonly isSelling: boolean;
  /** Actions a minute. */
  readonly perMinute: number;
}
