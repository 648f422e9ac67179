import { ConfigError } from '../base/config-error.ts';
import type { Given } from './given-options.ts';

/**
 * The names under which clients reach a server, each with a port where it has one of its own, as browsers write them:
 * in lower case. Throws `ConfigError` for what is no host.
 */
export function readPublicHosts(given: Given | null): readonly string[] {
  if (given === null) return [];
  const hosts = given.text.split(',').map((text) => text.trim().toLowerCase());
  for (const host of hosts) {
    if (!isHost(host)) {
      throw new ConfigError(
        `${given.name} takes a name such as till.example or till.example:8443, not "${host}".`,
      );
    }
  }
  return hosts;
}

/** What an address is read into is compared with what was given: a path, a user or a wildcard is none of it. */
function isHost(host: string): boolean {
  // Of a scheme without a port of its own none is left out.
  const address = `any://${host}`;
  return !/^$|[*/?#@]|:0*$/.test(host) && URL.canParse(address) && new URL(address).host === host;
}
