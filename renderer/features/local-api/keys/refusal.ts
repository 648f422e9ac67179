import { BridgeError } from '../../../lib/host/bridge-client.ts';

/** Whether the host refuses what was asked itself: the terms of a new key, or a key that is not there. */
export function isRefusal(error: Error | null): boolean {
  return error instanceof BridgeError && error.failure.code === 'invalid';
}
