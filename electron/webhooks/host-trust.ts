import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import type { AllowedReceiver } from './allowed-receiver.ts';

/** For each host with certificates of its own: those, and the usual ones. Other hosts have the usual ones. */
export function trustByHost(allowed: readonly AllowedReceiver[]): ReadonlyMap<string, SecureContext> {
  const given = Map.groupBy(
    allowed.filter(({ ca }) => ca !== null),
    ({ host }) => host,
  );
  return new Map(
    [...given].map(([host, receivers]) => {
      const own = receivers.flatMap(({ ca }) => ca ?? []);
      return [host, createSecureContext({ ca: [...getCACertificates('default'), ...own] })];
    }),
  );
}
