import type { BridgeArgument } from '../../shared/contract/bridge.ts';
import type { Platform } from '../platform/platform.ts';
import { BridgeError } from './bridge-errors.ts';
import type { BridgeCalls } from './call-rights.ts';
import type { ExternalTarget, Host } from './host.ts';
import { type SignedInCallerDeps, signedInCaller } from './signed-in-caller.ts';

export interface OpenExternalDeps extends SignedInCallerDeps {
  readonly host: Host;
  /** Declares the hosts of its back office; none other is ever opened. */
  readonly platform: Pick<Platform, 'capabilitiesOf'>;
  /** Of the local API. */
  readonly documentation: URL;
  /** Absolute path. */
  readonly dataFolder: string;
}

/** Opens places that this program knows itself, and of links those of the back office alone. */
export function openExternalCalls(deps: OpenExternalDeps): Pick<BridgeCalls, 'openPlace'> {
  return { openPlace: async ({ place }) => deps.host.openPlace(await checkedPlace(place, deps)) };
}

async function checkedPlace(
  place: BridgeArgument<'openPlace'>['place'],
  deps: OpenExternalDeps,
): Promise<ExternalTarget> {
  if (place.kind !== 'back-office') {
    return place.kind === 'documentation'
      ? { kind: 'documentation', url: deps.documentation }
      : { kind: 'data-folder', path: deps.dataFolder };
  }
  const { backofficeHosts } = await deps.platform.capabilitiesOf(await signedInCaller(deps));
  const url = openableLink(place.url, backofficeHosts);
  if (!url) throw new BridgeError('refused', 'This link does not lead to the back office.');
  return { kind: 'back-office', url };
}

/**
 * The address of a link that may be opened outside the program; null for any other. HTTPS on its own port, no
 * user or password, and a host that is exactly one of `allowedHosts`. What is opened is the address answered
 * here, never the text: two readers of one text can disagree.
 */
export function openableLink(text: string, allowedHosts: readonly string[]): URL | null {
  const url = URL.parse(text);
  if (url?.protocol !== 'https:' || url.port !== '') return null;
  if (url.username !== '' || url.password !== '') return null;
  return allowedHosts.includes(url.hostname) ? url : null;
}
