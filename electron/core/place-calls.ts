import type { BridgeArgument } from '../../shared/contract/bridge.ts';
import type { BridgeCalls } from './bridge-calls.ts';
import { BridgeError } from './bridge-error.ts';
import type { Host, OutsidePlace } from './host.ts';
import { openableLink } from './link-guard.ts';

export interface PlaceCallsDeps {
  readonly host: Host;
  /** The hosts that the platform declares for its back office; none other is ever opened. */
  readonly backofficeHosts: readonly string[];
  /** Of the local API. */
  readonly documentation: URL;
  /** Absolute path. */
  readonly dataFolder: string;
}

/** Opens places that this program knows itself, and of links those of the back office alone. */
export function placeCalls(deps: PlaceCallsDeps): Pick<BridgeCalls, 'openPlace'> {
  return { openPlace: ({ place }) => deps.host.openPlace(checkedPlace(place, deps)) };
}

function checkedPlace(
  place: BridgeArgument<'openPlace'>['place'],
  { backofficeHosts, documentation, dataFolder }: PlaceCallsDeps,
): OutsidePlace {
  if (place.kind === 'back-office')
    return { kind: 'back-office', url: backofficeUrl(place.url, backofficeHosts) };
  return place.kind === 'documentation'
    ? { kind: 'documentation', url: documentation }
    : { kind: 'data-folder', path: dataFolder };
}

function backofficeUrl(text: string, hosts: readonly string[]): URL {
  const url = openableLink(text, hosts);
  if (!url) throw new BridgeError('refused', 'This link does not lead to the back office.');
  return url;
}
