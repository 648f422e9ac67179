import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import type { Logger } from 'pino';
import type { Clock } from '../base/clock.ts';
import type { Platform } from '../platform/platform.ts';
import { wrapCalls } from '../platform/platform-calls.ts';
import { PlatformError } from '../platform/platform-error.ts';
import type { AskWebhooks, PlatformWebhooks, ReadChangedKeys } from '../platform/platform-webhooks.ts';
import type { Store } from '../store/open-store.ts';
import { createActiveWebhooks } from '../store/webhooks/active-webhooks.ts';
import { createOutbox } from '../store/webhooks/outbox.ts';
import { createRequestedDeliveries } from '../store/webhooks/requested-deliveries.ts';
import { askNameServers, createAddressResolver, lookUpAddresses, type ResolveAddresses } from './address-lookup.ts';
import { createDispatcher, type DispatcherDeps } from './dispatcher.ts';
import { createHttpsSender, type Sender } from './https-sender.ts';
import {
  type AllowedReceiver,
  createReceiverGate,
  createUrlRules,
  type OwnAddress,
  type ReceiverRules,
  ownAddresses as systemAddresses,
} from './receiver-address-rules.ts';
import { createWebhookService, type WebhookService } from './webhook-service.ts';

export interface OpenWebhooksDeps {
  readonly db: Store['db'];
  readonly platform: Platform;
  readonly readChangedKeys: ReadChangedKeys;
  readonly receivers: Receivers;
  /** The secret key of the data folder: 32 bytes. */
  readonly secretKey: Uint8Array;
  readonly clock: Clock;
  readonly log: Logger;
  readonly onSettled?: DispatcherDeps['onSettled'];
}

export function openWebhooks({ receivers, ...deps }: OpenWebhooksDeps) {
  const outbox = createOutbox(deps.db);
  const webhooks = createActiveWebhooks(deps.db);
  const requests = createRequestedDeliveries(deps.db);
  const dispatcher = createDispatcher({ ...deps, outbox, requests, webhooks, sender: receivers.sender });
  return { service: createWebhookService({ ...deps, dispatcher, rules: receivers.rules }), dispatcher };
}

interface WebhookLocation {
  readonly platform: Pick<Platform, 'getCapabilities'>;
  readonly here: WebhookService;
  readonly askThere: AskWebhooks;
}

/**
 * Routes calls for webhooks: to this program, or to a platform that delivers itself and whose webhooks are not stored
 * here.
 */
export function routeWebhooks({ platform, here, askThere }: WebhookLocation): PlatformWebhooks {
  return wrapCalls(here, async (ask, { caller }) => {
    const { webhooks } = await platform.getCapabilities(caller);
    if (webhooks === 'none') throw new PlatformError('not_offered', 'The platform does not offer webhooks.');
    return webhooks === 'here' ? ask() : askThere(caller, (there) => ask(caller, there));
  });
}

export interface ReceiversOptions {
  readonly allowed: readonly AllowedReceiver[];
  /** The ports of this program, read for each check. They are never a receiver, on any address of this computer. */
  readonly ownPorts: () => readonly number[];
  readonly clock: Clock;
  /** The version of Tilldesk, shown to receivers. */
  readonly version: string;
  readonly log: Pick<Logger, 'error'>;
  readonly resolve?: ResolveAddresses;
  /** Called for each check. Default: the addresses of this computer's network interfaces. */
  readonly ownAddresses?: () => readonly OwnAddress[];
}

interface Receivers {
  readonly rules: ReceiverRules;
  readonly sender: Sender;
}

/** Creates the rules for receivers and the sender, which checks the addresses of every connection. */
export function createReceivers(options: ReceiversOptions): Receivers {
  const { allowed, ownPorts, clock, version, log, ownAddresses = systemAddresses } = options;
  const { resolve = createAddressResolver({ lookUp: lookUpAddresses, askServers: askNameServers, clock }) } = options;
  const gate = createReceiverGate({ allowed, ownPorts, ownAddresses });
  return {
    rules: createUrlRules(gate),
    sender: createHttpsSender({ gate, resolve, trust: createTrustByHost(allowed), clock, version, log }),
  };
}

/** Trusts the certificates given for a host in addition to the default ones. */
function createTrustByHost(allowed: readonly AllowedReceiver[]): ReadonlyMap<string, SecureContext> {
  const receiversByHost = Map.groupBy(
    allowed.filter(({ ca }) => ca !== null),
    ({ host }) => host,
  );
  return new Map(
    [...receiversByHost].map(([host, receivers]) => {
      const certificates = receivers.flatMap(({ ca }) => ca ?? []);
      return [host, createSecureContext({ ca: [...getCACertificates('default'), ...certificates] })];
    }),
  );
}
