import type { LiveTill as ShownTill } from '../../shared/contract/bridge.ts';
import { BridgeError } from './bridge-errors.ts';
import type { BridgeCalls } from './call-rights.ts';
import { type SignedInCallerDeps, signedInCaller } from './signed-in-caller.ts';

export interface LiveTillCallsDeps extends SignedInCallerDeps {
  /** Null where there is no demo shop that could sell. */
  readonly liveTill: LiveTill | null;
}

/** The switch of the demo shop, for whoever is signed in. */
export function liveTillCalls({
  liveTill,
  ...deps
}: LiveTillCallsDeps): Pick<BridgeCalls, 'readLiveTill' | 'changeLiveTill'> {
  /** Whoever is signed in at another platform has nothing of the demo shop, on the same computer or not. */
  async function tillInSight(): Promise<LiveTill | null> {
    await signedInCaller(deps);
    const state = deps.session.state();
    return state.kind === 'signed-in' && state.platform !== null ? null : liveTill;
  }

  return {
    async readLiveTill() {
      return shown(await tillInSight());
    },

    async changeLiveTill(state) {
      const till = await tillInSight();
      if (till === null) throw new BridgeError('refused', 'There is no demo shop here that could sell.');
      await till.change(state);
      return shown(till);
    },
  };
}

function shown(liveTill: LiveTill | null): ShownTill {
  return { till: liveTill?.state() ?? null };
}

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
