import type { BridgeCalls } from './bridge-calls.ts';
import { BridgeError } from './bridge-error.ts';
import type { Host } from './host.ts';
import { openableLink } from './link-guard.ts';

export interface LinkCallsDeps {
  readonly host: Host;
  /** The hosts that the platform declares for its back office; none other is ever opened. */
  readonly backofficeHosts: readonly string[];
}

export function linkCalls({ host, backofficeHosts }: LinkCallsDeps): Pick<BridgeCalls, 'openLink'> {
  return {
    async openLink({ url }) {
      const link = openableLink(url, backofficeHosts);
      if (!link) throw new BridgeError('refused', 'This link does not lead to the back office.');
      return host.openLink(link);
    },
  };
}
