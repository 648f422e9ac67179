import { type Clock, systemClock } from '../../electron/base/clock.ts';
import type { ResolveAddresses } from '../../electron/webhooks/address-lookup.ts';
import type { Sender } from '../../electron/webhooks/https-sender.ts';
import { createReceivers } from '../../electron/webhooks/open-webhooks.ts';
import { createLogRecorder, type LogRecorder } from './log-recorder.ts';

export interface ReceiverSenderOptions {
  /** The certificate of the receiver, in PEM. */
  readonly ca: string;
  readonly clock?: Clock;
  readonly resolve?: ResolveAddresses;
  readonly log?: LogRecorder['log'];
}

/** Creates the product's sender, which may reach a receiver on 127.0.0.1 by `localhost` and by its address. */
export function createReceiverSender(options: ReceiverSenderOptions): Sender {
  const { ca, clock = systemClock, resolve = async () => ['127.0.0.1'] } = options;
  const { log = createLogRecorder().log } = options;
  const allowed = ['localhost', '127.0.0.1'].map((host) => ({ host, cidr: '127.0.0.1/32', ca }));
  return createReceivers({ allowed, ownPorts: () => [], clock, version: '1.2.3', log, resolve }).sender;
}
