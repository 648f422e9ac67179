import type { Translated } from '../dictionary.ts';
import type { exports as dutch } from '../nl/exports.ts';

export const exports: Translated<typeof dutch> = {
  action: 'Export',
  running: 'Writing {{name}}…',
  done_one: '{{file}} is ready: {{rows}} row',
  done_other: '{{file}} is ready: {{rows}} rows',
  failed: '{{name}} was not written: {{message}}',
  reason: {
    'in-use': 'The file is still open in another program. Close it and export again.',
    'disk-full': 'The disk is full. Make room or choose another disk, and export again.',
    'no-permission': 'Nothing may be saved in this folder. Choose another folder.',
    'no-folder': 'The folder is not there any more. Choose another folder.',
    incomplete: 'The data changed while it was read. Export again.',
    'platform-failed': 'The retail platform gave no usable answer. Export again later.',
    'invalid-request': 'These filters or columns cannot be taken. Change them and export again.',
  },
  open: 'Open',
  reveal: 'Show in folder',
  dismiss: 'Close message',
  strip: 'Exports',
  dataset: {
    'price-list': 'Price list',
    'discount-orders': 'Discounted orders',
    'financial-report': 'Financial report',
  },
};
