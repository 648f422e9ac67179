import type { BridgeArgument } from '../../shared/contract/bridge.ts';
import type { Platform } from '../platform/platform.ts';
import type { BridgeCalls } from './bridge-calls.ts';
import { BridgeError } from './bridge-error.ts';
import type { Host, OutsidePlace } from './host.ts';
import { openableLink } from './link-guard.ts';
import { type SignedInCallerDeps, signedInCaller } from './signed-in-caller.ts';

export interface PlaceCallsDeps extends SignedInCallerDeps {
  readonly host: Host;
  /** Declares the hosts of its back office; none other is ever opened. */
  readonly platform: Pick<Platform, 'capabilitiesOf'>;
  /** Of the local API. */
  readonly documentation: URL;
  /** Absolute path. */
  readonly dataFolder: string;
}

/** Opens places that this program knows itself, and of links those of the back office alone. */
export function placeCalls(deps: PlaceCallsDeps): Pick<BridgeCalls, 'openPlace'> {
  return { openPlace: async ({ place }) => deps.host.openPlace(await checkedPlace(place, deps)) };
}

async function checkedPlace(
  place: BridgeArgument<'openPlace'>['place'],
  deps: PlaceCallsDeps,
): Promise<OutsidePlace> {
  if (place.kind === 'back-office') return { kind: 'back-office', url: await backofficeUrl(place.url, deps) };
  return place.kind === 'documentation'
    ? { kind: 'documentation', url: deps.documentation }
    : { kind: 'data-folder', path: deps.dataFolder };
}

async function backofficeUrl(text: string, deps: PlaceCallsDeps): Promise<URL> {
  const { backofficeHosts } = await deps.platform.capabilitiesOf(await signedInCaller(deps));
  const url = openableLink(text, backofficeHosts);
  if (!url) throw new BridgeError('refused', 'This link does not lead to the back office.');
  return url;
}
