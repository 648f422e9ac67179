import { beforeEach, describe, expect, it } from 'vitest';
import { createStartProtocol } from '../../../../electron/hosts/desktop/program-window.ts';
import { behaviour, electronCalls, nativeTheme } from '../../../support/electron-stand-in.ts';
import { forgetStandIn, openStandInWindow } from './made-host.ts';

beforeEach(forgetStandIn);

describe('openProgramWindow', () => {
  it('shows the window at once, with a start page', async () => {
    await openStandInWindow();
    expect(electronCalls.windows[0]?.options.show).not.toBe(false);
    expect(electronCalls.windows[0]?.options.backgroundColor).toBe('#fbfaf8');
    expect(electronCalls.pages).toEqual([expect.stringContaining('Tilldesk wordt gestart')]);
  });

  it('has the background of the new theme once that changes', async () => {
    await openStandInWindow();
    nativeTheme.shouldUseDarkColors = true;
    nativeTheme.emit('updated');
    nativeTheme.shouldUseDarkColors = false;
    expect(electronCalls.steps.at(-1)).toBe('setBackgroundColor #171614');
  });

  it('then shows the pages of the program in it', async () => {
    const window = await openStandInWindow();
    await window.showPages(async () => new Response('the program'));
    expect(electronCalls.pages.slice(1)).toEqual(['the program']);
  });

  it('fits the screen of a laptop of 1920 × 1080 at 150%, above the taskbar', async () => {
    behaviour.workAreaSize = { width: 1280, height: 672 };
    await openStandInWindow();
    expect(electronCalls.windows[0]?.options).toMatchObject({
      width: 1280,
      height: 672,
      minWidth: 512,
      minHeight: 350,
    });
  });

  it('restores position and size', async () => {
    await openStandInWindow();
    expect(electronCalls.windows[0]?.options).toMatchObject({ name: 'main', windowStatePersistence: true });
  });

  it('does not lead back from the pages of the program to the start page', async () => {
    const window = await openStandInWindow();
    await window.showPages(async () => new Response('the program'));
    expect(electronCalls.steps.slice(-2)).toEqual(['loadURL app://bundle/', 'clear history']);
  });

  it('does not throw if it is closed while its start page is loading', async () => {
    behaviour.loading = new Promise(() => {});
    const opening = openStandInWindow();
    electronCalls.windows[0]?.close();
    const window = await opening;
    expect(window.current).toBeNull();
    await window.showPages(async () => new Response('the program'));
    expect(electronCalls.pages).toEqual([]);
  });

  it('does not throw if it is closed while the pages of the program are loading', async () => {
    const window = await openStandInWindow();
    behaviour.loading = new Promise(() => {});
    const showing = window.showPages(async () => new Response('the program'));
    electronCalls.windows[0]?.close();
    await showing;
    expect(window.current).toBeNull();
  });

  it('does not throw if it is put away while the pages of the program are loading', async () => {
    const window = await openStandInWindow();
    const loading = Promise.withResolvers<void>();
    behaviour.loading = loading.promise;
    const showing = window.showPages(async () => new Response('the program'));
    const away = window.putAway();
    loading.resolve();
    await Promise.all([showing, away]);
    expect(electronCalls.pages.slice(1)).toEqual(['the program']);
  });

  it.each([
    ['darwin', ['setFullScreen false'], ['hide']],
    ['linux', ['hide'], []],
  ] as const)('leaves the full screen before it is put away, on macOS (%s)', async (platform, first, then) => {
    const window = await openStandInWindow(platform);
    const [opened] = electronCalls.windows;
    if (opened) opened.fullScreen = true;
    electronCalls.steps.length = 0;
    await window.putAway();
    expect(electronCalls.steps).toEqual([...first, 'loadURL app://bundle/', 'clear history']);
    opened?.emit('leave-full-screen');
    expect(electronCalls.steps.slice(3)).toEqual(then);
  });

  it('fails if a page cannot be loaded although the window is open', async () => {
    behaviour.loading = Promise.reject(new Error('ERR_FAILED (-2)'));
    await expect(openStandInWindow()).rejects.toThrow('ERR_FAILED');
  });
});

describe('the start page', () => {
  const ask = (url: string, method = 'GET') => createStartProtocol('en')(new Request(url, { method }));

  it('runs nothing and loads nothing but its own style', async () => {
    const page = await ask('app://bundle/');
    const policy = page.headers.get('content-security-policy') ?? '';
    const [, nonce = ''] = /style-src 'nonce-([^']+)'/.exec(policy) ?? [];
    expect(policy).toMatch(/^default-src 'none'; style-src 'nonce-[^']{20,}'; base-uri 'none'/);
    const html = await page.text();
    expect(html).toContain(`<style nonce="${nonce}">`);
    expect(html).toContain('lang="en"');
    expect(html).toContain('Tilldesk is starting');
    expect(html).not.toMatch(/<script|<link|<img|\bon\w+=|url\(/);
    expect((await ask('app://bundle/')).headers.get('content-security-policy')).not.toBe(policy);
  });

  it.each([
    ['app://bundle/index.html', 'GET'],
    ['app://bundle/api/shops', 'GET'],
    ['app://bundle/', 'POST'],
    ['app://other/', 'GET'],
    ['https://evil.example/', 'GET'],
  ])('is the only page: nothing at %s (%s)', async (url, method) => {
    const { status, body } = await ask(url, method);
    expect([status, body]).toEqual([404, null]);
  });
});
