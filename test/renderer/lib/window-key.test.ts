import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { shareWindowKey, windowKeyHeaders } from '../../../renderer/lib/window-key.ts';
import { WINDOW_KEY_STORED_AS } from '../../../shared/contract/window-headers.ts';

/** Another window of the same run, and what it got to hear. */
let other: BroadcastChannel;
let heard: unknown[];
beforeEach(() => {
  heard = [];
  other = new BroadcastChannel(WINDOW_KEY_STORED_AS);
  other.addEventListener('message', ({ data }) => heard.push(data));
});
afterEach(() => {
  other.close();
  sessionStorage.clear();
});

describe('the key of the window', () => {
  it('is shown with each call, as the launch page has stored it', async () => {
    sessionStorage.setItem(WINDOW_KEY_STORED_AS, 'k3y');
    await shareWindowKey();
    expect(windowKeyHeaders()).toEqual({ 'x-tilldesk-window': 'k3y' });
  });

  it('comes from another window in a tab that was opened by a link', async () => {
    other.addEventListener('message', ({ data }) => data === '' && other.postMessage('k3y'));
    await shareWindowKey();
    expect(windowKeyHeaders()).toEqual({ 'x-tilldesk-window': 'k3y' });
  });

  it('is given to a tab that asks', async () => {
    sessionStorage.setItem(WINDOW_KEY_STORED_AS, 'k3y');
    await shareWindowKey();
    other.postMessage('');
    await vi.waitFor(() => expect(heard).toContain('k3y'));
  });

  it('is absent where no tab has one', async () => {
    await shareWindowKey();
    expect(windowKeyHeaders()).toEqual({});
  });
});
