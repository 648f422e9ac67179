import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../electron/base/caller.ts';
import { wrapCalls, wrapPlatform } from '../../../electron/platform/platform-calls.ts';
import { createStandInPlatform, STAND_IN_CALLER, STAND_IN_CREDENTIALS } from '../../support/stand-in-platform.ts';

interface Port {
  find(caller: Caller, id: number): Promise<string | null>;
  list(caller: Caller, from: string, to: string): Promise<readonly string[]>;
}

const OTHER: Caller = { ...STAND_IN_CALLER, userId: 8 };

/** A port that returns what it was asked. */
function portOf(name: string): Port {
  return {
    find: async ({ userId }, id) => `${name} as ${userId}: ${id}`,
    list: async ({ userId }, from, to) => [`${name} as ${userId}`, from, to],
  };
}

describe('wrapCalls', () => {
  it('wraps every method of the port, with its arguments', async () => {
    const port = wrapCalls(portOf('here'), (ask) => ask());

    expect(Object.keys(port)).toEqual(['find', 'list']);
    expect(await port.find(STAND_IN_CALLER, 5)).toBe('here as 7: 5');
    expect(await port.list(STAND_IN_CALLER, 'a', 'b')).toEqual(['here as 7', 'a', 'b']);
  });

  it('can make the call as another caller and on another port', async () => {
    const port = wrapCalls(portOf('here'), (ask) => ask(OTHER, portOf('there')));
    expect(await port.list(STAND_IN_CALLER, 'a', 'b')).toEqual(['there as 8', 'a', 'b']);
  });

  it('passes the name of the call, and can make it several times', async () => {
    const made: unknown[] = [];
    const port = wrapCalls(portOf('here'), async (ask, call) => {
      made.push(call, await ask());
      return ask();
    });

    expect(await port.find(STAND_IN_CALLER, 5)).toBe('here as 7: 5');
    expect(made).toEqual([{ name: 'find', caller: STAND_IN_CALLER, args: [5] }, 'here as 7: 5']);
  });

  it('calls a method that was replaced later, and skips what is not a method', async () => {
    const inner = { ...portOf('here'), note: 'no method' };
    const port = wrapCalls<Port>(inner, (ask) => ask());
    inner.find = async () => null;

    expect(await port.find(STAND_IN_CALLER, 5)).toBeNull();
    expect(Object.keys(port)).toEqual(['find', 'list']);
  });
});

describe('wrapPlatform', () => {
  it('wraps every call that has a caller, and leaves signing in unchanged', async () => {
    const inner = createStandInPlatform();
    const names: string[] = [];
    const platform = wrapPlatform(inner, async (_ask, { name }) => {
      names.push(name);
      throw new Error('answered here');
    });
    const { signIn, signInWithKey, identify, ...calls } = platform;
    for (const call of Object.values(calls)) {
      await expect(Reflect.apply(call, platform, [STAND_IN_CALLER])).rejects.toThrow('answered here');
    }

    expect(names).toEqual(Object.keys(calls));
    expect(Object.keys(platform).sort()).toEqual(Object.keys(inner).sort());
    expect(await signIn(STAND_IN_CREDENTIALS)).toBe(STAND_IN_CALLER);
    expect([signInWithKey, identify]).toEqual([inner.signInWithKey, inner.identify]);
  });
});
