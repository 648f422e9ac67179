import type { Translated } from '../dictionary.ts';
import type { exports as dutch } from '../nl/exports.ts';

export const exports: Translated<typeof dutch> = {
  action: 'Export',
  running: 'Writing {{name}}…',
  done_one: '{{file}} is ready: {{count}} row',
  done_other: '{{file}} is ready: {{count}} rows',
  failed: '{{name}} was not written: {{message}}',
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
