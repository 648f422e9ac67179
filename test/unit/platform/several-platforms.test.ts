import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../electron/base/caller.ts';
import { type RemoteAccount, toRemoteAccountId } from '../../../electron/base/remote-accounts.ts';
import type { Platform } from '../../../electron/platform/platform.ts';
import type { PlatformWebhooks } from '../../../electron/platform/platform-webhooks.ts';
import { createSeveralPlatforms, type OpenedPlatform } from '../../../electron/platform/several-platforms.ts';
import { createStandInPlatform, STAND_IN_CALLER, STAND_IN_CREDENTIALS } from '../../support/stand-in-platform.ts';

const ONE = 'https://one.example';
const OTHER = 'https://other.example/till';
const ACCOUNTS = new Map<number, RemoteAccount>([
  [toRemoteAccountId(1), { platform: ONE, account: 'alpha' }],
  [toRemoteAccountId(2), { platform: OTHER, account: 'alpha' }],
]);
const AT_ONE: Caller = { ...STAND_IN_CALLER, accountId: toRemoteAccountId(1), upstreamCredential: 'of one' };
const AT_OTHER: Caller = { ...STAND_IN_CALLER, accountId: toRemoteAccountId(2), upstreamCredential: 'of other' };

/** Two deployments beside the built-in platform. `told` records the calls to each, in order. */
function several({ usual = null, maxOpen }: { usual?: string | null; maxOpen?: number } = {}) {
  const told: string[] = [];
  const platformOf = (name: string, caller: Caller, more: Partial<Platform> = {}) =>
    createStandInPlatform({
      signIn: async (request) => {
        told.push(`${name} signIn ${JSON.stringify(Object.keys(request))}`);
        return caller;
      },
      identify: async ({ upstreamCredential }) => {
        told.push(`${name} identify`);
        return upstreamCredential === caller.upstreamCredential ? caller : null;
      },
      findProduct: async () => {
        told.push(`${name} findProduct`);
        return null;
      },
      ...more,
    });
  const openRemote = (address: string): OpenedPlatform => {
    told.push(`open ${address}`);
    const webhooks = { list: async () => [] } as Partial<PlatformWebhooks> as PlatformWebhooks;
    return {
      platform: platformOf(address, address === ONE ? AT_ONE : AT_OTHER),
      webhooks: address === ONE ? webhooks : null,
      close: () => void told.push(`close ${address}`),
    };
  };
  const accounts = { find: async (id: number) => ACCOUNTS.get(id) ?? null };
  const deps = { openRemote, accounts, defaultPlatform: usual, ...(maxOpen !== undefined && { maxOpen }) };
  const made = createSeveralPlatforms({ ...deps, builtIn: platformOf('built-in', STAND_IN_CALLER) });
  return { ...made, told };
}

describe('signing in to one of several platforms', () => {
  it('uses the platform that the request names, and does not pass the name on', async () => {
    const { platform, told } = several({ usual: OTHER });

    expect(await platform.signIn({ ...STAND_IN_CREDENTIALS, platform: ONE })).toBe(AT_ONE);
    expect(await platform.signIn({ ...STAND_IN_CREDENTIALS, platform: null })).toBe(STAND_IN_CALLER);
    expect(told).toEqual([
      `open ${ONE}`,
      `${ONE} signIn ["account","email","password"]`,
      'built-in signIn ["account","email","password"]',
    ]);
  });

  it.each([
    [OTHER, AT_OTHER],
    [null, STAND_IN_CALLER],
  ])('uses the default one, %s, if the request names none', async (usual, caller) => {
    expect(await several({ usual }).platform.signIn(STAND_IN_CREDENTIALS)).toBe(caller);
  });

  it('fails if a deployment returns the account of another one', async () => {
    const { platform } = several();
    ACCOUNTS.set(toRemoteAccountId(1), { platform: OTHER, account: 'alpha' });
    try {
      await expect(platform.signIn({ ...STAND_IN_CREDENTIALS, platform: ONE })).rejects.toThrow(
        'belongs to another platform',
      );
    } finally {
      ACCOUNTS.set(toRemoteAccountId(1), { platform: ONE, account: 'alpha' });
    }
  });
});

describe('a caller of one of several platforms', () => {
  it('gets responses of their own platform only, whatever the others have', async () => {
    const { platform, told } = several();
    await platform.findProduct(AT_OTHER, 1);
    await platform.findProduct(STAND_IN_CALLER, 1);
    await platform.findProduct(AT_ONE, 1);

    expect(told.filter((line) => line.endsWith('findProduct'))).toEqual([
      `${OTHER} findProduct`,
      'built-in findProduct',
      `${ONE} findProduct`,
    ]);
  });

  it('is nobody with the grant of another platform, or without a grant', async () => {
    const { platform, told } = several();

    expect(await platform.identify({ ...AT_ONE, upstreamCredential: 'of other' })).toBeNull();
    const { upstreamCredential: _, ...withoutCredential } = AT_ONE;
    expect(await platform.identify(withoutCredential)).toBeNull();
    expect(await platform.identify(AT_ONE)).toBe(AT_ONE);
    expect(told.filter((line) => line.endsWith('identify'))).toHaveLength(2);
  });

  it('is nobody if the platform returns another user', async () => {
    const { platform } = several();
    expect(await platform.identify({ ...AT_ONE, userId: 8 })).toBeNull();
  });

  it('has to sign in again if the account is not known any more', async () => {
    const unknown = { ...AT_ONE, accountId: toRemoteAccountId(9) };
    await expect(several().platform.findProduct(unknown, 1)).rejects.toMatchObject({ code: 'session_ended' });
  });

  it('has the webhooks of their platform, or is told that it has none', async () => {
    const { askWebhooks } = several();
    expect(await askWebhooks(AT_ONE, (own) => own.list(AT_ONE))).toEqual([]);
    await expect(askWebhooks(AT_OTHER, (own) => own.list(AT_OTHER))).rejects.toMatchObject({ code: 'not_offered' });
  });
});

describe('several platforms', () => {
  it('open each deployment once, and only when it is needed', async () => {
    const { platform, told } = several();
    expect(told).toEqual([]);
    await Promise.all([platform.findProduct(AT_ONE, 1), platform.findProduct(AT_ONE, 2)]);

    expect(told.filter((line) => line.startsWith('open'))).toEqual([`open ${ONE}`]);
  });

  it('close all open deployments at the end', async () => {
    const { platform, told, close } = several();
    await platform.findProduct(AT_ONE, 1);
    await close();

    expect(told.at(-1)).toBe(`close ${ONE}`);
  });

  it('close the deployment that was used longest ago if there are too many', async () => {
    const { platform, told } = several({ maxOpen: 1 });
    await platform.findProduct(AT_ONE, 1);
    await platform.findProduct(AT_OTHER, 1);
    expect(told.at(-1)).toBe(`close ${ONE}`);

    await platform.findProduct(AT_ONE, 1);
    expect(told.filter((line) => line === `open ${ONE}`)).toHaveLength(2);
  });
});
