import { fireEvent, renderHook } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useShortcuts } from '../../../../renderer/app/shortcuts/keys.tsx';

afterEach(() => vi.restoreAllMocks());

function onMac(): void {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)');
}

/** How often a shortcut fires for one press of keys. */
function timesHeard(shortcut: string, press: KeyboardEventInit, target: Element = document.body): number {
  const onPressed = vi.fn();
  const { unmount } = renderHook(() => useShortcuts([{ shortcut, onPressed }]));
  fireEvent.keyDown(target, press);
  unmount();
  return onPressed.mock.calls.length;
}

describe('a shortcut', () => {
  it('needs exactly its keys', () => {
    expect(timesHeard('mod+s', { key: 's', ctrlKey: true })).toBe(1);
    expect(timesHeard('mod+s', { key: 's' })).toBe(0);
    expect(timesHeard('mod+s', { key: 'S', ctrlKey: true, shiftKey: true })).toBe(0);
    expect(timesHeard('mod+s', { key: 's', ctrlKey: true, altKey: true })).toBe(0);
    expect(timesHeard('mod+s', { key: 's', ctrlKey: true, metaKey: true })).toBe(0);
    expect(timesHeard('mod+shift+f', { key: 'F', ctrlKey: true, shiftKey: true })).toBe(1);
  });

  it('uses Command instead of Ctrl on a Mac, where Ctrl moves in a text', () => {
    onMac();
    expect(timesHeard('mod+s', { key: 's', metaKey: true })).toBe(1);
    expect(timesHeard('mod+s', { key: 's', ctrlKey: true })).toBe(0);
  });

  it('recognizes a digit by its physical key if Alt types another character', () => {
    expect(timesHeard('alt+2', { key: '™', code: 'Digit2', altKey: true })).toBe(1);
    expect(timesHeard('alt+2', { key: '2', code: 'Digit2' })).toBe(0);
  });

  it('ignores AltGr, which types characters, and keys of an input method', () => {
    expect(timesHeard('alt+2', { key: '²', code: 'Digit2', altKey: true, modifierAltGraph: true })).toBe(0);
    expect(timesHeard('mod+s', { key: 's', ctrlKey: true, isComposing: true })).toBe(0);
  });

  it('finds a character on whatever key it is', () => {
    expect(timesHeard('mod+/', { key: '/', ctrlKey: true })).toBe(1);
    expect(timesHeard('mod+/', { key: '/', ctrlKey: true, shiftKey: true })).toBe(1);
  });

  it('works in a field, unless Option types a character there', () => {
    const field = document.body.appendChild(document.createElement('input'));
    expect(timesHeard('mod+s', { key: 's', ctrlKey: true }, field)).toBe(1);
    expect(timesHeard('alt+2', { key: '2', code: 'Digit2', altKey: true }, field)).toBe(1);
    expect(timesHeard('alt+2', { key: '™', code: 'Digit2', altKey: true }, field)).toBe(0);
    field.remove();
  });
});
