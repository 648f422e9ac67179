import { isIP, isIPv4, isIPv6 } from 'node:net';
import { ConfigError } from '../base/config-error.ts';
import type { Given } from './given-options.ts';

export const LOOPBACK = '127.0.0.1';

/** True for an address that only programs of this computer reach. */
export function isLoopback(address: string): boolean {
  return address === '::1' || (isIPv4(address) && address.startsWith('127.'));
}

/** Where programs of this computer reach what listens on `address`, as a URL has it. */
export function reachedHere(address: string): string {
  if (address === '0.0.0.0') return LOOPBACK;
  if (address === '::') return '[::1]';
  return isIPv6(address) ? `[${address}]` : address;
}

/** Throws `ConfigError` for anything but an address: a name may come to mean another one. */
export function readAddress({ name, text }: Given): string {
  if (isIP(text) !== 0) return text;
  throw new ConfigError(`${name} takes an address such as 127.0.0.1, 0.0.0.0 or ::, not "${text}".`);
}

export interface Door {
  readonly address: string;
  /** 0 takes any free one. */
  readonly port: number;
}

/** `PORT` of this computer alone, or `ADDRESS:PORT`, where one of IPv6 stands in brackets, without a zone as in a URL. */
export function readDoor({ name, text }: Given): Door {
  const [, bracketed, plain, digits] = /^(?:(?:\[([^\]%]*)\]|([^:]*)):)?(\d{1,5})$/.exec(text) ?? [];
  const address = bracketed ?? plain ?? LOOPBACK;
  const port = Number(digits ?? Number.NaN);
  if (isIP(address) !== 0 && port <= 65535) return { address, port };
  throw new ConfigError(
    `${name} takes a port, or an address and a port such as 127.0.0.1:9464, not "${text}".`,
  );
}
