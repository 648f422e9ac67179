import { afterEach, describe, expect, it, vi } from 'vitest';
import { isPressed, isTypedSign } from '../../../../renderer/app/shortcuts/keys.tsx';

const press = (init: KeyboardEventInit) => new KeyboardEvent('keydown', init);
const SAVE = { key: 's', isMod: true };
const SEARCH = { key: 'f', isMod: true, isShift: true };
const SECOND_PAGE = { key: '2', isAlt: true };

afterEach(() => vi.restoreAllMocks());

function onMac(): void {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)');
}

describe('isPressed', () => {
  it('wants the very keys and nothing more', () => {
    expect(isPressed(SAVE, press({ key: 's', ctrlKey: true }))).toBe(true);
    expect(isPressed(SAVE, press({ key: 's' }))).toBe(false);
    expect(isPressed(SAVE, press({ key: 'S', ctrlKey: true, shiftKey: true }))).toBe(false);
    expect(isPressed(SAVE, press({ key: 's', ctrlKey: true, altKey: true }))).toBe(false);
    expect(isPressed(SEARCH, press({ key: 'F', ctrlKey: true, shiftKey: true }))).toBe(true);
  });

  it('takes the command key for Ctrl on a Mac, where Ctrl moves in a text', () => {
    onMac();
    expect(isPressed(SAVE, press({ key: 's', metaKey: true }))).toBe(true);
    expect(isPressed(SAVE, press({ key: 's', ctrlKey: true }))).toBe(false);
  });

  it('knows a digit by its physical key where Alt makes another sign of it', () => {
    expect(isPressed(SECOND_PAGE, press({ key: '™', code: 'Digit2', altKey: true }))).toBe(true);
    expect(isPressed(SECOND_PAGE, press({ key: '2', code: 'Digit2' }))).toBe(false);
  });

  it('leaves AltGr to the signs that it types', () => {
    const event = press({ key: '²', code: 'Digit2', altKey: true, modifierAltGraph: true });
    expect(isPressed(SECOND_PAGE, event)).toBe(false);
  });

  it('finds a sign on whatever key it stands', () => {
    const help = { key: '/', isMod: true };
    expect(isPressed(help, press({ key: '/', ctrlKey: true, shiftKey: true }))).toBe(true);
  });
});

describe('isTypedSign', () => {
  it('is true in a field for a sign that Option makes, and false elsewhere', () => {
    const field = document.body.appendChild(document.createElement('input'));
    let typed: boolean | undefined;
    const note = (event: KeyboardEvent) => {
      typed = isTypedSign(event);
    };
    document.addEventListener('keydown', note);
    field.dispatchEvent(press({ key: '™', altKey: true, bubbles: true }));
    expect(typed).toBe(true);
    field.dispatchEvent(press({ key: '2', altKey: true, bubbles: true }));
    expect(typed).toBe(false);
    document.body.dispatchEvent(press({ key: '™', altKey: true, bubbles: true }));
    expect(typed).toBe(false);
    document.removeEventListener('keydown', note);
    field.remove();
  });
});
