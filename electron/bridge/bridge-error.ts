import type { BridgeFailure } from '../../shared/contract/bridge.ts';

/** A failure that the window is told as it is; `message` is safe to show. */
export class BridgeError extends Error {
  override readonly name = 'BridgeError';
  readonly failure: BridgeFailure;

  constructor(
    code: BridgeFailure['code'],
    message: string,
    status: number | null = null,
    details: Pick<BridgeFailure, 'platformTrouble'> = {},
  ) {
    super(message);
    this.failure = { code, message, status, requestId: null, ...details };
  }
}
