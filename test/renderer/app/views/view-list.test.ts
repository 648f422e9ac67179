import { describe, expect, it } from 'vitest';
import { moveView, putView, removeView, restoreView } from '../../../../renderer/app/views/change-views.ts';
import type { SavedView } from '../../../../shared/contract/preferences.ts';

const viewOf = (name: string): SavedView => ({ id: name.toLowerCase(), name, path: '/orders', search: '' });
const [A, B, C] = [viewOf('A'), viewOf('B'), viewOf('C')];
const VIEWS = [A, B, C];
const namesOf = (views: readonly SavedView[]) => views.map(({ name }) => name).join('');

describe('the list of views', () => {
  it('adds a new view at its end', () => {
    expect(namesOf(putView(VIEWS, viewOf('D')))).toBe('ABCD');
  });

  it('keeps the position of a changed view', () => {
    expect(putView(VIEWS, { ...B, name: 'X' })).toEqual([A, { ...B, name: 'X' }, C]);
  });

  it('replaces a view with the same name in its position', () => {
    const fresh = { ...viewOf('b'), id: 'new' };
    expect(putView(VIEWS, fresh)).toEqual([A, fresh, C]);
  });

  it('drops the view whose name another one gets', () => {
    expect(putView(VIEWS, { ...C, name: 'A' })).toEqual([B, { ...C, name: 'A' }]);
  });

  it('moves a view by one position, but not past the ends', () => {
    expect(namesOf(moveView(VIEWS, 'b', -1))).toBe('BAC');
    expect(namesOf(moveView(VIEWS, 'b', 1))).toBe('ACB');
    expect(namesOf(moveView(VIEWS, 'a', -1))).toBe('ABC');
    expect(namesOf(moveView(VIEWS, 'c', 1))).toBe('ABC');
  });

  it('puts a removed view back where it was', () => {
    expect(namesOf(restoreView(removeView(VIEWS, 'b'), B, 1))).toBe('ABC');
  });

  it('does not restore a view if its name was reused meanwhile', () => {
    const again = { ...viewOf('B'), id: 'again' };
    expect(restoreView([A, again], B, 1)).toEqual([A, again]);
  });
});
