import type { Logger } from 'pino';
import type { Clock } from '../base/clock.ts';
import { createAddressResolver } from './address-resolver.ts';
import type { AllowedReceiver } from './allowed-receiver.ts';
import { trustByHost } from './host-trust.ts';
import { createHttpsSender } from './https-sender.ts';
import { ownAddresses } from './own-addresses.ts';
import { createReceiverGate } from './receiver-gate.ts';
import type { ReceiverRules } from './receiver-rules.ts';
import { askNameServers, lookUpAddresses, type ResolveAddresses } from './resolve-addresses.ts';
import type { Sender } from './sender.ts';
import { createUrlRules } from './url-rules.ts';

export interface ReceiversOptions {
  readonly allowed: readonly AllowedReceiver[];
  /** Where the program itself listens, asked at each check: never a receiver, on any address of this computer. */
  readonly ownPorts: () => readonly number[];
  readonly clock: Clock;
  /** Of Tilldesk, for receivers to see. */
  readonly version: string;
  readonly log: Pick<Logger, 'error'>;
  readonly resolve?: ResolveAddresses;
}

export interface Receivers {
  readonly rules: ReceiverRules;
  readonly sender: Sender;
}

/** Who may be told of changes, and the way to them: names are judged by their addresses at every connection. */
export function createReceivers(options: ReceiversOptions): Receivers {
  const resolveAddresses = createAddressResolver({
    lookUp: lookUpAddresses,
    askServers: askNameServers,
    clock: options.clock,
  });
  const { allowed, ownPorts, clock, version, log, resolve = resolveAddresses } = options;
  const gate = createReceiverGate({ allowed, ownPorts, ownAddresses });
  return {
    rules: createUrlRules(gate),
    sender: createHttpsSender({ gate, resolve, trust: trustByHost(allowed), clock, version, log }),
  };
}
