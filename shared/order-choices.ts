import type { Words } from './contract/language.ts';
import { ORDER_STATUS_WORDS, orderStatusWords } from './order-status-words.ts';

export const STATUS_CHOICES: Readonly<Record<string, Words>> = Object.fromEntries(
  Object.entries(ORDER_STATUS_WORDS.nl).map(([status, nl]) => [
    status,
    { nl, en: orderStatusWords(status, 'en') },
  ]),
);

export const TERM_CHOICES: Readonly<Record<string, Words>> = {
  direct: { nl: 'Direct', en: 'Direct' },
  invoice: { nl: 'Op rekening', en: 'On invoice' },
};
