import type { About } from '../../shared/contract/bridge.ts';
import type { BridgeCalls } from './bridge-calls.ts';
import type { Host } from './host.ts';

export interface AboutCallsDeps {
  readonly host: Host;
  readonly about: Pick<About, 'version' | 'apiAddress' | 'dataFolder'>;
}

export function aboutCalls({ host, about }: AboutCallsDeps): Pick<BridgeCalls, 'readAbout'> {
  const { setAside } = host.settings;
  const notices: About['notices'] = setAside === null ? [] : [{ kind: 'settings-set-aside', path: setAside }];
  return { readAbout: async () => ({ ...about, host: host.kind, notices }) };
}
