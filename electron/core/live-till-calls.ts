import type { LiveTill as ShownTill } from '../../shared/contract/bridge.ts';
import type { BridgeCalls } from './bridge-calls.ts';
import { BridgeError } from './bridge-error.ts';
import type { LiveTill } from './live-till.ts';
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
  return {
    async readLiveTill() {
      await signedInCaller(deps);
      return shown(liveTill);
    },

    async changeLiveTill(state) {
      await signedInCaller(deps);
      if (liveTill === null) throw new BridgeError('refused', 'There is no demo shop here that could sell.');
      await liveTill.change(state);
      return shown(liveTill);
    },
  };
}

function shown(liveTill: LiveTill | null): ShownTill {
  return { till: liveTill?.state() ?? null };
}
