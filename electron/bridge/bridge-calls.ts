import type { BridgeArgument, BridgeCall, BridgeResults } from '../../shared/contract/bridge.ts';

/** The work behind every call of the bridge. A failure is thrown here; the handler makes it a value. */
export type BridgeCalls = {
  readonly [C in BridgeCall]: (argument: BridgeArgument<C>) => Promise<BridgeResults[C]>;
};
