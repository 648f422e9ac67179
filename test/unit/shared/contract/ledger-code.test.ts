import { describe, expect, it } from 'vitest';
import { isLedgerCode, paymentCode, revenueCode, vatCode, vatCodeCode } from '../../../../shared/contract/ledgers.ts';

describe('isLedgerCode', () => {
  it.each([
    paymentCode('gift_card'),
    revenueCode('8000'),
    revenueCode('Tuin & huis: zaden'),
    vatCode(1042),
    vatCodeCode(1042),
    'differences',
    'receivables',
    'gift_cards',
    'tips',
    'prepayments',
    'other_non_revenue',
    'daybook',
  ])('accepts %s', (code) => {
    expect(isLedgerCode(code)).toBe(true);
  });

  it.each([
    '',
    'payment',
    'payment:',
    'revenue:',
    'revenue:a\nb',
    'vat:',
    'vat:0',
    'vat_code',
    'vat_code:NL',
    'vat:1e3',
    'vat:NL',
    'tips:1',
    'tips:',
    'Tips',
    'cost:8000',
    '__proto__',
    'constructor',
    `revenue:${'8'.repeat(120)}`,
  ])('refuses %j', (code) => {
    expect(isLedgerCode(code)).toBe(false);
  });
});
