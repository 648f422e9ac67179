import type {
  Bridge,
  BridgeArgument,
  BridgeCall,
  BridgeFailure,
  BridgeResult,
  BridgeResults,
} from '../../shared/contract/bridge.ts';

declare global {
  interface Window {
    /** Set by the preload script of the Electron host; absent in the browser host. */
    readonly tilldesk?: Bridge;
  }
}

/** A bridge call that failed, with what may be told to the user. */
export class BridgeError extends Error {
  override readonly name = 'BridgeError';
  readonly failure: BridgeFailure;

  constructor(failure: BridgeFailure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** Calls the host and answers its value; throws `BridgeError` when it failed. */
export async function callBridge<C extends BridgeCall>(
  name: C,
  argument: BridgeArgument<C>,
): Promise<BridgeResults[C]> {
  const result = await (window.tilldesk ?? httpBridge).call(name, argument);
  if (!result.ok) throw new BridgeError(result.failure);
  return result.value;
}

const httpBridge: Bridge = {
  async call<C extends BridgeCall>(name: C, argument: BridgeArgument<C>) {
    try {
      const response = await fetch(`/bridge/${name}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(argument),
      });
      return (await response.json()) as BridgeResult<BridgeResults[C]>;
    } catch (cause) {
      return { ok: false, failure: unreachable(cause) };
    }
  },
};

function unreachable(cause: unknown): BridgeFailure {
  const message = cause instanceof Error ? cause.message : 'no answer';
  return { status: null, code: 'unreachable', message, requestId: null };
}
