import type { copying as dutch } from '../nl/copying.ts';
import type { Translated } from '../nl/dictionary.ts';

export const copying: Translated<typeof dutch> = {
  selected_one: '{{text}} row selected',
  selected_other: '{{text}} rows selected',
  copy: 'Copy',
  copyTitle: 'Copies the rows as a table, to paste into Excel (Ctrl+C)',
  clear: 'Clear selection',
  clearTitle: 'Clear selection (Esc)',
  lost: 'The list has changed. Nothing is selected any more.',
  copied_one: '{{text}} row copied as a table.',
  copied_other: '{{text}} rows copied as a table.',
  partly_one: '{{copied}} of {{text}} row copied. The row is not loaded yet; an export has all rows.',
  partly_other: '{{copied}} of {{text}} rows copied. The others are not loaded yet; an export has all rows.',
  tooMany: 'Nothing was copied: up to {{most}} rows can be copied. An export has all rows.',
  failed: 'Nothing was copied. The rows could not be read, or the clipboard is not available.',
  listChanged:
    'Nothing was copied: the list changed while it was read. Select the rows again, or export them.',
  widthOf: 'Width of column {{column}}',
  moveUp: 'Move column {{column}} forward',
  moveDown: 'Move column {{column}} back',
  narrower: 'Make column {{column}} narrower',
  wider: 'Make column {{column}} wider',
  movedTo: '{{column}} is column {{place}} of {{count}}',
  width: '{{column}} is {{px}} pixels wide',
  wereReset: 'The default columns were restored.',
};
