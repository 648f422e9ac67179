import { BridgeError } from './bridge-errors.ts';
import type { BridgeCalls } from './call-rights.ts';
import { type SignedInCallerDeps, signedInCaller } from './signed-in-caller.ts';

export interface LiveTillCallsDeps extends SignedInCallerDeps {
  /** Null where there is no demo shop that could sell. */
  readonly liveTill: LiveTill | null;
}

/** The switch of the demo shop, for its users. */
export function liveTillCalls({ liveTill, ...deps }: LiveTillCallsDeps) {
  /** Null for a user of another platform: the demo shop is not theirs. */
  async function visibleTill(): Promise<LiveTill | null> {
    await signedInCaller(deps);
    const state = deps.session.state();
    return state.kind === 'signed-in' && state.platform !== null ? null : liveTill;
  }

  return {
    async readLiveTill() {
      return { till: (await visibleTill())?.state() ?? null };
    },

    async changeLiveTill(state) {
      const till = await visibleTill();
      if (till === null) throw new BridgeError('refused', 'There is no demo shop here that could sell.');
      await till.change(state);
      return { till: till.state() };
    },
  } satisfies Partial<BridgeCalls>;
}

/** The demo shop that sells by itself. */
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
