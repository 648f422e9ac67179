import type { Clock } from '../base/clock.ts';
import type { ResolveAddresses } from './resolve-addresses.ts';

export interface AddressResolverParts {
  /** Knows every name, but the process has few places for it, and a name whose server hangs keeps one for long. */
  readonly lookUp: ResolveAddresses;
  /** Takes no such place, but knows what the name servers know alone. */
  readonly askServers: ResolveAddresses;
  readonly clock: Pick<Clock, 'after'>;
}

const IMPATIENT_AFTER_MS = 500;

/**
 * Resolves as the computer does. Where that takes long, the name servers are asked besides, and whoever answers first
 * counts: names that hang hold up no others. A name has one lookup under way, however often it is asked for.
 */
export function createAddressResolver({ lookUp, askServers, clock }: AddressResolverParts): ResolveAddresses {
  const underWay = new Map<string, Promise<readonly string[]>>();

  function lookUpOnce(name: string): Promise<readonly string[]> {
    const lookup = underWay.get(name) ?? lookUp(name).finally(() => underWay.delete(name));
    underWay.set(name, lookup);
    return lookup;
  }

  return async (name) => {
    const found = lookUpOnce(name);
    const isQuick = await endsWithin(found, IMPATIENT_AFTER_MS, clock);
    return isQuick ? found : Promise.any([found, askServers(name)]);
  };
}

function endsWithin(work: Promise<unknown>, limitMs: number, clock: Pick<Clock, 'after'>): Promise<boolean> {
  return new Promise((resolve) => {
    const cancel = clock.after(limitMs, () => resolve(false));
    const end = () => {
      cancel();
      resolve(true);
    };
    work.then(end, end);
  });
}
