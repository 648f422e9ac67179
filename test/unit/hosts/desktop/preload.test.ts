import { describe, expect, it } from 'vitest';
import { BRIDGE_CHANNEL } from '../../../../electron/hosts/desktop/electron-host.ts';
import { COMMAND_CHANNEL } from '../../../../electron/hosts/desktop/menu.ts';
import { BRIDGE_CALLS, type ElectronBridge } from '../../../../shared/contract/bridge.ts';
import '../../../../electron/preload.ts';
import { electronCalls, ipcRenderer } from '../../../support/electron-stand-in.ts';

const bridge = electronCalls.exposed.tilldesk as ElectronBridge;

describe('the preload script', () => {
  it('exposes two functions and nothing else', () => {
    expect(Object.keys(electronCalls.exposed)).toEqual(['tilldesk']);
    expect(Object.keys(bridge)).toEqual(['call', 'onCommand']);
    expect(Object.values(bridge).map((value) => typeof value)).toEqual(['function', 'function']);
  });

  it('passes only the ids of commands to the page, and nothing else of Electron', () => {
    const heard: unknown[][] = [];
    const stop = bridge.onCommand((...passed) => heard.push(passed));
    ipcRenderer.emit(COMMAND_CHANNEL, { sender: ipcRenderer }, 'print', 'more');
    stop();
    ipcRenderer.emit(COMMAND_CHANNEL, { sender: ipcRenderer }, 'print');
    expect(heard).toEqual([['print']]);
  });

  it.each(Object.keys(BRIDGE_CALLS))(
    'passes only the argument and the shown session on with the call %s',
    async (name) => {
      electronCalls.invoked.length = 0;
      await Reflect.apply(bridge.call, bridge, [name, { a: 1 }, 'session-a', 'more']);
      expect(electronCalls.invoked).toEqual([[BRIDGE_CHANNEL, name, { a: 1 }, 'session-a']]);
    },
  );

  it.each(['', 'eval', '__proto__', 'constructor', 'toString', 'readsession'])(
    'refuses the call "%s"',
    async (name) => {
      electronCalls.invoked.length = 0;
      await expect(Reflect.apply(bridge.call, bridge, [name, {}])).rejects.toThrow(/no call/);
      expect(electronCalls.invoked).toEqual([]);
    },
  );
});
