import type { Delivery } from '../../../../shared/contract/webhook-records.ts';

export type Attempt = Delivery['attempts'][number];

/** The latest attempt; undefined before the first. */
export function lastAttemptOf({ attempts }: Pick<Delivery, 'attempts'>): Attempt | undefined {
  return attempts.at(-1);
}

/** Whether the receiver took the message. A redirect is a failure. */
export function isAccepted({ status }: Pick<Attempt, 'status'>): boolean {
  return status !== null && status >= 200 && status < 300;
}
