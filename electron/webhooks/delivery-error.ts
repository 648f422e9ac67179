import type { DeliveryFailure } from '../../shared/contract/webhook-records.ts';

/** Why a message did not arrive, in the words of the delivery log. */
export class DeliveryError extends Error {
  override readonly name = 'DeliveryError';
  readonly failure: DeliveryFailure;

  constructor(failure: DeliveryFailure, options?: ErrorOptions) {
    super(failure, options);
    this.failure = failure;
  }
}
