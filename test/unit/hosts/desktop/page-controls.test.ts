import type { ContextMenuParams } from 'electron';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Language } from '../../../../shared/contract/language.ts';
import { electronCalls } from '../../../support/electron-stand-in.ts';
import { forgetStandIn, showHost } from './made-host.ts';

beforeEach(forgetStandIn);

async function shownContents(language: Language) {
  await showHost({ language });
  electronCalls.steps.length = 0;
  const [window] = electronCalls.windows;
  if (window === undefined) throw new Error('there is no window');
  return window.webContents;
}

type Flag = 'canCut' | 'canCopy' | 'canPaste' | 'canSelectAll';

/** A right click as Chromium reports it. Without its flag a command is not possible there. */
function clickWith(isEditable: boolean, flags: readonly Flag[]): Partial<ContextMenuParams> {
  const editFlags = Object.fromEntries(flags.map((flag) => [flag, true])) as unknown as ContextMenuParams['editFlags'];
  return { x: 40, y: 60, isEditable, editFlags };
}

describe('a right click', () => {
  it.each<[string, Language, Partial<ContextMenuParams>, string[]]>([
    ['the password at sign-in', 'nl', clickWith(true, ['canPaste', 'canSelectAll']), ['Plakken', 'Alles selecteren']],
    [
      'selected text of a field',
      'en',
      clickWith(true, ['canCut', 'canCopy', 'canPaste', 'canSelectAll']),
      ['Cut', 'Copy', 'Paste', 'Select all'],
    ],
    ['selected text of the page', 'nl', clickWith(false, ['canCopy', 'canSelectAll']), ['Kopiëren']],
  ])('on %s shows the actions that apply there (%s)', async (_, language, params, labels) => {
    (await shownContents(language)).emit('context-menu', {}, params);
    expect(electronCalls.steps).toEqual([`popup ${labels} at 40, 60`]);
  });

  it('shows nothing if no action applies', async () => {
    (await shownContents('nl')).emit('context-menu', {}, clickWith(false, ['canSelectAll']));
    expect(electronCalls.steps).toEqual([]);
  });
});

describe('Ctrl with the wheel', () => {
  it('zooms as the menu does', async () => {
    const contents = await shownContents('nl');
    contents.emit('zoom-changed', {}, 'in');
    contents.emit('zoom-changed', {}, 'in');
    contents.emit('zoom-changed', {}, 'out');
    expect(contents.zoomLevel).toBe(0.5);
  });
});
