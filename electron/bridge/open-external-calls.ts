import type { Platform } from '../platform/platform.ts';
import { BridgeError } from './bridge-errors.ts';
import type { BridgeCalls } from './call-rights.ts';
import type { Host } from './host.ts';
import { requireSignedInCaller, type SignedInCallerDeps } from './signed-in-caller.ts';

export interface OpenExternalDeps extends SignedInCallerDeps {
  readonly host: Host;
  /** Names the hosts of its back office; no other host is ever opened. */
  readonly platform: Pick<Platform, 'getCapabilities'>;
  /** The documentation of the local API. */
  readonly documentation: URL;
  /** Absolute path. */
  readonly dataFolder: string;
}

/** Opens the documentation, the data folder, and links to the back office only. */
export function createOpenExternalCalls(deps: OpenExternalDeps) {
  const { host, documentation, dataFolder } = deps;
  return {
    async openPlace({ place }) {
      if (place.kind !== 'back-office') {
        const { kind } = place;
        return host.openPlace(kind === 'documentation' ? { kind, url: documentation } : { kind, path: dataFolder });
      }
      const { backofficeHosts } = await deps.platform.getCapabilities(await requireSignedInCaller(deps));
      const url = parseOpenableLink(place.url, backofficeHosts);
      if (!url) throw new BridgeError('refused', 'This link does not lead to the back office.');
      return host.openPlace({ kind: place.kind, url });
    },
  } satisfies Partial<BridgeCalls>;
}

/**
 * The address of a link that may be opened outside the program; `null` for any other. It must be HTTPS on the default
 * port, without user and password, and its host must be one of `allowedHosts`. The returned address is opened, never
 * the text: two readers of one text can disagree.
 */
export function parseOpenableLink(text: string, allowedHosts: readonly string[]): URL | null {
  const url = URL.parse(text);
  if (url?.protocol !== 'https:' || url.port !== '') return null;
  if (url.username !== '' || url.password !== '') return null;
  return allowedHosts.includes(url.hostname) ? url : null;
}
