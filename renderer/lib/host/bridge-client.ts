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
import { currentSession, forOneUser, refused, sessionHeaders } from './current-session.ts';
import { fetchHost, readHostAnswer, ShutOut } from './window-access.ts';

declare global {
  interface Window {
    /** Set by the preload script of the Electron host; absent in the browser host. */
    readonly tilldesk?: ElectronBridge;
  }
}

/** A call of the bridge that failed. */
export class BridgeError extends CallFailure {
  override readonly name = 'BridgeError';
  readonly failure: BridgeFailure;

  constructor(failure: BridgeFailure) {
    const { message, status, requestId, retryAfterS } = failure;
    super(message, status, requestId, { retryAfterS: status === 429 ? (retryAfterS ?? null) : null });
    this.failure = failure;
  }
}

/** Calls the host and answers its value; throws `BridgeError` when it failed, `ShutOut` when it may not. */
export function callBridge<C extends BridgeCall>(name: C, argument: BridgeArgument<C>): Promise<BridgeResults[C]> {
  const call = () => askHost(name, argument);
  // Signing out is itself a change of user, and waits for no other.
  return name === 'signOut' || USER_INDEPENDENT_CALLS.has(name) ? call() : forOneUser(call);
}

/**
 * Fetches a module of the window, a second time where the first attempt fails. If the host refuses it, this throws the error
 * of `callBridge`, which has the reason; the error of the import itself has only the name of a file.
 */
export async function fetchCode<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch {
    await askHost('readSettings', {});
    // It answers: it was away for that moment alone, as when the computer went to sleep.
    return await load();
  }
}

async function askHost<C extends BridgeCall>(name: C, argument: BridgeArgument<C>): Promise<BridgeResults[C]> {
  const result = await (window.tilldesk ?? httpBridge).call(name, argument, currentSession());
  if (result.ok) return result.value;
  throw result.failure.code === 'other-session' ? refused() : new BridgeError(result.failure);
}

const httpBridge: Bridge = {
  async call<C extends BridgeCall>(name: C, argument: BridgeArgument<C>) {
    const response = await send(name, argument);
    if (!(response instanceof Response)) return response;
    readHostAnswer(response);
    try {
      return (await response.json()) as BridgeResult<BridgeResults[C]>;
    } catch (cause) {
      // Otherwise the host has gone in the middle of its answer.
      return cause instanceof SyntaxError
        ? failed('failed', cause, response.status)
        : failed('unreachable', cause, null);
    }
  },
};

async function send(name: BridgeCall, argument: unknown): Promise<Response | BridgeResult<never>> {
  try {
    return await fetchHost(`/bridge/${name}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...sessionHeaders() },
      body: JSON.stringify(argument),
    });
  } catch (cause) {
    if (cause instanceof ShutOut) throw cause;
    return failed('unreachable', cause, null);
  }
}

function failed(code: BridgeFailure['code'], cause: unknown, status: number | null): BridgeResult<never> {
  const message = cause instanceof Error ? cause.message : 'no answer';
  return { ok: false, failure: { status, code, message, requestId: null } };
}
