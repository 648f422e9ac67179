import type {
  Bridge,
  BridgeArgument,
  BridgeCall,
  BridgeFailure,
  BridgeResult,
  BridgeResults,
} from '../../shared/contract/bridge.ts';
import { isShutOut, ShutOut } from './shut-out.ts';
import { windowKeyHeaders } from './window-key.ts';

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

/** Calls the host and answers its value; throws `BridgeError` when it failed, `ShutOut` when it may not. */
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
    const response = await send(name, argument);
    if (!(response instanceof Response)) return response;
    if (isShutOut(response)) throw new ShutOut();
    try {
      return (await response.json()) as BridgeResult<BridgeResults[C]>;
    } catch (cause) {
      return failed('failed', cause, response.status);
    }
  },
};

async function send(name: BridgeCall, argument: unknown): Promise<Response | BridgeResult<never>> {
  try {
    return await fetch(`/bridge/${name}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...windowKeyHeaders() },
      body: JSON.stringify(argument),
    });
  } catch (cause) {
    return failed('unreachable', cause, null);
  }
}

function failed(code: BridgeFailure['code'], cause: unknown, status: number | null): BridgeResult<never> {
  const message = cause instanceof Error ? cause.message : 'no answer';
  return { ok: false, failure: { status, code, message, requestId: null } };
}
