import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createAddressResolver, type ResolveAddresses } from '../../../electron/webhooks/address-lookup.ts';
import { createFixedClock } from '../../support/fixed-clock.ts';

const never = () => new Promise<readonly string[]>(() => {});
const unknown = () => Promise.reject(new Error('no such name'));
const IMPATIENT_AFTER_MS = 500;

/** Like Node's resolver: two lookups at a time, and a lookup of a hanging name never ends. */
function twoPlaces(): ResolveAddresses & { begun: string[] } {
  const begun: string[] = [];
  let taken = 0;
  const waiting: Array<() => void> = [];
  const lookUp = async (name: string) => {
    begun.push(name);
    if (taken === 2) await new Promise<void>((resolve) => waiting.push(resolve));
    taken += 1;
    if (name.startsWith('hangs')) return never();
    taken -= 1;
    waiting.shift()?.();
    return ['192.0.2.1'];
  };
  return Object.assign(lookUp, { begun });
}

function resolverWith(lookUp: ResolveAddresses, askServers: ResolveAddresses = unknown) {
  const clock = createFixedClock(0);
  return { clock, resolve: createAddressResolver({ lookUp, askServers, clock }) };
}

describe('the resolver of addresses', () => {
  it('returns what the computer knows, including its hosts file, and asks nobody else', async () => {
    const asked: string[] = [];
    const { resolve } = resolverWith(twoPlaces(), async (name) => [...asked, name]);
    expect(await resolve('nas.winkel.lan')).toEqual(['192.0.2.1']);
    expect(asked).toEqual([]);
  });

  it('is not delayed by names that hang', async () => {
    const hanging = Array.from({ length: 30 }, (_, n) => `hangs-${n}.example`);
    const servers = (name: string) => (name === 'alive.example' ? Promise.resolve(['8.8.8.8']) : never());
    const { clock, resolve } = resolverWith(twoPlaces(), servers);
    for (const name of hanging) void resolve(name);
    const alive = resolve('alive.example');
    await setImmediate();
    clock.advance(IMPATIENT_AFTER_MS);
    expect(await Promise.race([alive, setImmediate('held up')])).toEqual(['8.8.8.8']);
  });

  it('has one lookup of a name in progress, however often it is requested', async () => {
    const lookUp = twoPlaces();
    const { resolve } = resolverWith(lookUp);
    for (let n = 0; n < 5; n += 1) void resolve('hangs.example');
    expect(await resolve('quick.example')).toEqual(['192.0.2.1']);
    await resolve('quick.example');
    expect(lookUp.begun).toEqual(['hangs.example', 'quick.example', 'quick.example']);
  });

  it('waits for what only the computer knows if the name servers do not', async () => {
    const late = Promise.withResolvers<readonly string[]>();
    const { clock, resolve } = resolverWith(() => late.promise);
    const found = resolve('nas.winkel.lan');
    clock.advance(IMPATIENT_AFTER_MS);
    await setImmediate();
    late.resolve(['192.168.1.9']);
    expect(await found).toEqual(['192.168.1.9']);
  });

  it('rejects at once for a name that the computer does not know, and if nobody knows it', async () => {
    await expect(resolverWith(unknown).resolve('nobody.example')).rejects.toThrow('no such name');
    const late = Promise.withResolvers<readonly string[]>();
    const { clock, resolve } = resolverWith(() => late.promise);
    const found = resolve('nobody.example');
    clock.advance(IMPATIENT_AFTER_MS);
    late.reject(new Error('no such name either'));
    await expect(found).rejects.toThrow();
  });
});
