import type { About } from '../../shared/contract/bridge.ts';
import type { BridgeCalls } from './bridge-calls.ts';

export interface AboutCallsDeps {
  readonly about: () => About;
}

export function aboutCalls({ about }: AboutCallsDeps): Pick<BridgeCalls, 'readAbout'> {
  return { readAbout: async () => about() };
}
