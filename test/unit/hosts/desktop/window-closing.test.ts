import { setImmediate } from 'node:timers/promises';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { OpenWork } from '../../../../electron/bridge/host.ts';
import type { Settings } from '../../../../shared/contract/bridge.ts';
import { app, behaviour, electronCalls } from '../../../support/electron-stand-in.ts';
import { forgetStandIn, showHost } from './made-host.ts';

const [RUN_ON, QUIT, CANCEL] = [0, 1, 2];
const EXPORTING: OpenWork = { isExporting: true, isApiInUse: false };
const IN_USE: OpenWork = { isExporting: false, isApiInUse: true };

beforeEach(forgetStandIn);

async function shownWindow(
  work: OpenWork,
  onWindowClose: Settings['onWindowClose'] = 'ask',
  platform: NodeJS.Platform = 'linux',
) {
  const host = await showHost(
    { onWindowClose },
    { openWork: () => work, leaveWindow: async () => void electronCalls.steps.push('left') },
    platform,
  );
  electronCalls.steps.length = 0;
  const [window] = electronCalls.windows;
  if (window === undefined) throw new Error('there is no window');
  const close = async () => {
    window.close();
    await setImmediate();
  };
  return { host, close, remembered: () => host.settings.read().onWindowClose };
}

const listQuestions = () => electronCalls.steps.filter((step) => step.startsWith('showMessageBox'));

describe('closing the window', () => {
  it('closes it if that would interrupt nothing', async () => {
    const { close } = await shownWindow({ isExporting: false, isApiInUse: false });
    await close();
    expect(electronCalls.steps).toEqual(['close']);
    expect(electronCalls.windows[0]?.isDestroyed()).toBe(true);
  });

  it.each([
    ['an export runs', EXPORTING, 'Er loopt nog een export.'],
    ['another program calls', IN_USE, 'Een ander programma gebruikt Tilldesk.'],
  ])('asks while %s, hides the window, and remembers the choice', async (_what, work, message) => {
    behaviour.pressedButton = RUN_ON;
    const { close, remembered } = await shownWindow(work);
    await close();
    expect(listQuestions()[0]).toContain(message);
    const away = ['new Tray', 'setToolTip Tilldesk', 'left', 'hide', 'loadURL app://bundle/', 'clear history'];
    await vi.waitFor(() => expect(electronCalls.steps.slice(2)).toEqual(away));
    expect(electronCalls.windows[0]?.isDestroyed()).toBe(false);
    expect(remembered()).toBe('run-on');
    await close();
    expect(listQuestions()).toHaveLength(1);
    expect(electronCalls.trays).toHaveLength(1);
  });

  it('ends the program if that is chosen, and does not ask again', async () => {
    behaviour.pressedButton = QUIT;
    const { close, remembered } = await shownWindow(EXPORTING);
    await close();
    expect(electronCalls.steps.slice(2)).toEqual(['quit']);
    expect(remembered()).toBe('quit');
    await close();
    expect([listQuestions().length, electronCalls.windows[0]?.isDestroyed()]).toEqual([1, true]);
  });

  it('leaves the window open on request or by Esc, and remembers nothing', async () => {
    behaviour.pressedButton = CANCEL;
    const { close, remembered } = await shownWindow(EXPORTING);
    await close();
    expect(electronCalls.steps.slice(2)).toEqual([]);
    expect([electronCalls.windows[0]?.isDestroyed(), remembered()]).toEqual([false, 'ask']);
    expect(listQuestions()[0]).toContain('"Annuleren"],"defaultId":0,"cancelId":2');
  });

  it('asks only once at a time', async () => {
    const { close } = await shownWindow(EXPORTING);
    await Promise.all([close(), close()]);
    expect(listQuestions()).toHaveLength(1);
  });

  it('keeps the program running without work too if the settings say so', async () => {
    const { close } = await shownWindow({ isExporting: false, isApiInUse: false }, 'run-on');
    await close();
    expect(electronCalls.steps).toContain('hide');
  });
});

describe('a hidden window', () => {
  async function putAway(platform?: NodeJS.Platform) {
    const { host, close } = await shownWindow(EXPORTING, 'run-on', platform);
    await close();
    electronCalls.steps.length = 0;
    const [tray] = electronCalls.trays;
    if (tray === undefined) throw new Error('there is no tray');
    return Object.assign(tray, { host });
  }

  it.each(['second-instance', 'activate'])(
    'is shown again by %s, because not every desktop shows the tray',
    async (event) => {
      await putAway();
      app.emit(event);
      expect(electronCalls.steps).toEqual(['show', 'focus']);
    },
  );

  it('is shown again by the icon and its menu, in the language of the user, where one can also quit', async () => {
    const tray = await putAway();
    tray.emit('click');
    const [open, quit] = tray.menu;
    expect([open?.label, quit?.label]).toEqual(['Tilldesk openen', 'Afsluiten']);
    open?.click?.(undefined as never, undefined, undefined as never);
    quit?.click?.(undefined as never, undefined, undefined as never);
    expect(electronCalls.steps).toEqual(['show', 'focus', 'show', 'focus', 'quit']);
  });

  it('is not shown by a click on the icon on macOS, which opens the menu', async () => {
    const tray = await putAway('darwin');
    tray.emit('click');
    expect(electronCalls.steps).toEqual([]);
  });

  it('has a menu in the new language once that changes', async () => {
    const tray = await putAway();
    tray.host.settings.change({ language: 'en' });
    expect(tray.menu.map(({ label }) => label)).toEqual(['Open Tilldesk', 'Quit']);
  });
});
