import { describe, expect, it } from 'vitest';
import { takeWindowKey, windowKeyHeaders } from '../../../renderer/lib/window-key.ts';

describe('the key of the window', () => {
  it('is taken from the address, shown with each call and gone from the address', () => {
    history.replaceState(null, '', '/#window-key=k3y_-');
    takeWindowKey();
    expect(windowKeyHeaders()).toEqual({ 'x-tilldesk-window': 'k3y_-' });
    expect(location.hash).toBe('');
  });

  it('stays when the page is opened again at a place of its own', () => {
    history.replaceState(null, '', '/#window-key=k3y_-');
    takeWindowKey();
    history.replaceState(null, '', '/#/orders?status=complete');
    takeWindowKey();
    expect(windowKeyHeaders()).toEqual({ 'x-tilldesk-window': 'k3y_-' });
    expect(location.hash).toBe('#/orders?status=complete');
  });

  it('is none where the host gave none', () => {
    takeWindowKey();
    expect(windowKeyHeaders()).toEqual({});
  });
});
