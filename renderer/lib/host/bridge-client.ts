import type {
  Bridge,
  BridgeArgument,
  BridgeCall,
  BridgeFailure,
  BridgeResult,
  BridgeResults,
  ElectronBridge,
} from '../../../shared/contract/bridge.ts';
import { USER_INDEPENDENT_CALLS } from '../../../shared/contract/window-headers.ts';
import { CallFailure } from './api-client.ts';
import { createRefusal, getCurrentSession, getSessionHeaders, runForOneUser } from './current-session.ts';
import { fetchHost, readHostAnswer, ShutOut } from './window-access.ts';

declare global {
  interface Window {
    /** Set by the preload script of the Electron host; absent in the browser host. */
    readonly tilldesk?: ElectronBridge;
  }
}

/** A failed call of the bridge. */
export class BridgeError extends CallFailure {
  override readonly name = 'BridgeError';
  readonly failure: BridgeFailure;

  constructor(failure: BridgeFailure) {
    const { message, status, requestId, retryAfterS } = failure;
    super(message, status, requestId, { retryAfterS: status === 429 ? (retryAfterS ?? null) : null });
    this.failure = failure;
  }
}

/**
 * Calls the host and returns its value. Throws `BridgeError` if the call failed and `ShutOut` if the window is not let
 * in.
 */
export function callBridge<C extends BridgeCall>(name: C, argument: BridgeArgument<C>): Promise<BridgeResults[C]> {
  const call = () => askHost(name, argument);
  // Signing out itself changes the user, so it must not wait for another change.
  return name === 'signOut' || USER_INDEPENDENT_CALLS.has(name) ? call() : runForOneUser(call);
}

/**
 * Fetches a module of the window, and retries once. If the host refuses it, throws the error of `callBridge`, which has
 * the reason; the error of the import has only the name of a file.
 */
export async function fetchCode<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch {
    await askHost('readSettings', {});
    // The host answers again, for example after the computer woke up.
    return await load();
  }
}

async function askHost<C extends BridgeCall>(name: C, argument: BridgeArgument<C>): Promise<BridgeResults[C]> {
  const result = await (window.tilldesk ?? httpBridge).call(name, argument, getCurrentSession());
  if (result.ok) return result.value;
  throw result.failure.code === 'other-session' ? createRefusal() : new BridgeError(result.failure);
}

const httpBridge: Bridge = {
  async call<C extends BridgeCall>(name: C, argument: BridgeArgument<C>) {
    const response = await send(name, argument);
    if (!(response instanceof Response)) return response;
    readHostAnswer(response);
    try {
      return (await response.json()) as BridgeResult<BridgeResults[C]>;
    } catch (cause) {
      // Any other error means that the host stopped in the middle of its answer.
      return cause instanceof SyntaxError
        ? createFailure('failed', cause, response.status)
        : createFailure('unreachable', cause, null);
    }
  },
};

async function send(name: BridgeCall, argument: unknown): Promise<Response | BridgeResult<never>> {
  try {
    return await fetchHost(`/bridge/${name}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...getSessionHeaders() },
      body: JSON.stringify(argument),
    });
  } catch (cause) {
    if (cause instanceof ShutOut) throw cause;
    return createFailure('unreachable', cause, null);
  }
}

function createFailure(code: BridgeFailure['code'], cause: unknown, status: number | null): BridgeResult<never> {
  const message = cause instanceof Error ? cause.message : 'no answer';
  return { ok: false, failure: { status, code, message, requestId: null } };
}
