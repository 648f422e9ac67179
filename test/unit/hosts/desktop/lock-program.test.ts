import { beforeEach, describe, expect, it } from 'vitest';
import { DEBUGGING_SWITCHES, NO_NETWORK_SWITCH } from '../../../../electron/hosts/desktop/guards.ts';
import { lockProgram } from '../../../../electron/hosts/desktop/locks.ts';
import { app, BrowserWindow, behaviour, electronCalls } from '../../../support/electron-stand-in.ts';
import { forgetStandIn } from './made-host.ts';

beforeEach(() => {
  forgetStandIn();
  app.removeAllListeners('web-contents-created');
});

describe('lockProgram', () => {
  it('sandboxes every page, and resolves no host name or address', () => {
    electronCalls.switches.set(NO_NETWORK_SWITCH.name, 'MAP * 127.0.0.1');
    lockProgram();
    expect(electronCalls.steps).toEqual(['enableSandbox']);
    expect([...electronCalls.switches]).toEqual([['host-resolver-rules', 'MAP * ~NOTFOUND']]);
  });

  it('locks each page that is created, no matter by whom', () => {
    lockProgram();
    const { webContents } = new BrowserWindow({});
    expect(webContents.openHandler).not.toBeNull();
    expect(webContents.peerPolicy).toBe('disable_non_proxied_udp');
  });

  it('refuses debuggers once it is packaged; before that, tests use them', () => {
    const given = () => DEBUGGING_SWITCHES.filter((name) => electronCalls.switches.has(name));
    for (const isPackaged of [false, true]) {
      for (const name of DEBUGGING_SWITCHES) electronCalls.switches.set(name, '0');
      behaviour.isPackaged = isPackaged;
      lockProgram();
      expect(given()).toEqual(isPackaged ? [] : DEBUGGING_SWITCHES);
    }
  });
});
