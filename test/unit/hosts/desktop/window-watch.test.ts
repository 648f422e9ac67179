import { setImmediate } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { app, behaviour, electronCalls, powerMonitor } from '../../../support/electron-stand-in.ts';
import { forgetStandIn, showHost } from './made-host.ts';

beforeEach(() => {
  forgetStandIn();
  behaviour.pressedButton = 0;
});

async function shownWindow() {
  await showHost({ language: 'en' });
  electronCalls.steps.length = 0;
  const [window] = electronCalls.windows;
  if (window === undefined) throw new Error('there is no window');
  return window;
}

const crash = { reason: 'crashed', exitCode: 5 };

describe('a window whose process has crashed', () => {
  it('is reloaded on request, and nothing ends', async () => {
    const window = await shownWindow();
    window.webContents.emit('render-process-gone', {}, crash);
    await setImmediate();
    expect(electronCalls.steps[0]).toContain('The API and running exports continue.');
    expect(electronCalls.steps.slice(1)).toEqual(['reload']);
  });

  it('ends the program on request', async () => {
    const window = await shownWindow();
    behaviour.pressedButton = 1;
    window.webContents.emit('render-process-gone', {}, crash);
    await setImmediate();
    expect(electronCalls.steps.slice(1)).toEqual(['quit']);
  });

  it('asks only once at a time, and again after the next crash', async () => {
    const window = await shownWindow();
    for (let crashes = 0; crashes < 3; crashes += 1) window.webContents.emit('render-process-gone', {}, crash);
    await setImmediate();
    expect(electronCalls.steps.filter((step) => step.startsWith('showMessageBox'))).toHaveLength(1);
    window.webContents.emit('render-process-gone', {}, crash);
    await setImmediate();
    expect(electronCalls.steps.filter((step) => step === 'reload')).toHaveLength(2);
  });

  it('is reloaded without a question when it is shown, if nobody sees it', async () => {
    const window = await shownWindow();
    window.hide();
    window.webContents.emit('render-process-gone', {}, crash);
    await setImmediate();
    expect(electronCalls.steps).toEqual(['hide']);
    window.show();
    window.show();
    expect(electronCalls.steps).toEqual(['hide', 'show', 'reload', 'show']);
  });

  it('does not ask if it ended as requested', async () => {
    const window = await shownWindow();
    window.webContents.emit('render-process-gone', {}, { reason: 'clean-exit', exitCode: 0 });
    await setImmediate();
    expect(electronCalls.steps).toEqual([]);
  });
});

describe('a shutdown of the system', () => {
  it('is delayed on Linux and macOS until the program has shut down cleanly', async () => {
    await shownWindow();
    powerMonitor.emit('shutdown', { preventDefault: () => electronCalls.steps.push('shutdown prevented') });
    expect(electronCalls.steps).toEqual(['shutdown prevented', 'quit']);
  });

  it('ends the program within the event on Windows, which does not wait, and only once it is certain', async () => {
    const window = await shownWindow();
    window.emit('query-session-end', {});
    expect(electronCalls.steps).toEqual([]);
    window.emit('session-end', {});
    expect(electronCalls.steps).toEqual(['stopped at once', 'exit 0']);
  });

  it('is not assumed if the computer sleeps, or if another process than that of the window is gone', async () => {
    await shownWindow();
    powerMonitor.emit('suspend');
    powerMonitor.emit('resume');
    app.emit('child-process-gone', {}, { type: 'GPU', reason: 'crashed', exitCode: 1 });
    expect(electronCalls.steps).toEqual([]);
  });
});
