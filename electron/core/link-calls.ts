import type { BridgeCalls } from './bridge-calls.ts';
import { BridgeError } from './bridge-error.ts';
import type { Host } from './host.ts';
import { openableLink } from './link-guard.ts';

export interface LinkCallsDeps {
  readonly host: Host;
  /** The hosts that the platform declares for its back office; none other is ever opened. */
  readonly backofficeHosts: readonly string[];
  /** Of the local API. */
  readonly documentation: URL;
}

type LinkCalls = Pick<BridgeCalls, 'openLink' | 'openDocumentation'>;

export function linkCalls({ host, backofficeHosts, documentation }: LinkCallsDeps): LinkCalls {
  return {
    openDocumentation: () => host.openDocumentation(documentation),

    async openLink({ url }) {
      const link = openableLink(url, backofficeHosts);
      if (!link) throw new BridgeError('refused', 'This link does not lead to the back office.');
      return host.openLink(link);
    },
  };
}
