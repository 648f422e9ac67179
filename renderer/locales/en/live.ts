import type { Translated } from '../nl/dictionary.ts';
import type { live as dutch } from '../nl/live.ts';

export const live: Translated<typeof dutch> = {
  title: 'Live sales',
  selling_one: 'Live: {{count}} a minute',
  selling_other: 'Live: {{count}} a minute',
  choiceOff: 'Off',
  rate_one: '{{count}} a minute',
  rate_other: '{{count}} a minute',
  named: '{{name}} ({{rate}})',
  pace: { calm: 'Quiet', usual: 'Usual', busy: 'Busy' },
};
