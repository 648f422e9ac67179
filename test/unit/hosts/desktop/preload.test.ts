import { describe, expect, it } from 'vitest';
import { BRIDGE_CHANNEL } from '../../../../electron/hosts/desktop/electron-host.ts';
import { BRIDGE_CALLS, type Bridge } from '../../../../shared/contract/bridge.ts';
import '../../../../electron/preload.ts';
import { told } from '../../../support/electron-stand-in.ts';

const bridge = told.exposed.tilldesk as Bridge;

describe('the preload script', () => {
  it('exposes one function and nothing else', () => {
    expect(Object.keys(told.exposed)).toEqual(['tilldesk']);
    expect(Object.keys(bridge)).toEqual(['call']);
    expect(typeof bridge.call).toBe('function');
  });

  it.each(Object.keys(BRIDGE_CALLS))(
    'passes the call %s on, with its argument and the session shown alone',
    async (name) => {
      told.invoked.length = 0;
      await Reflect.apply(bridge.call, bridge, [name, { a: 1 }, 'session-a', 'more']);
      expect(told.invoked).toEqual([[BRIDGE_CHANNEL, name, { a: 1 }, 'session-a']]);
    },
  );

  it.each(['', 'eval', '__proto__', 'constructor', 'toString', 'readsession'])(
    'refuses the call "%s"',
    async (name) => {
      told.invoked.length = 0;
      await expect(Reflect.apply(bridge.call, bridge, [name, {}])).rejects.toThrow(/no call/);
      expect(told.invoked).toEqual([]);
    },
  );
});
