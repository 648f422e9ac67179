import { describe, expect, it } from 'vitest';
import {
  createPaymentCode,
  createRevenueCode,
  createVatCode,
  createVatCodeCode,
  isLedgerCode,
} from '../../../../shared/contract/ledgers.ts';

describe('isLedgerCode', () => {
  it.each([
    createPaymentCode('gift_card'),
    createRevenueCode('8000'),
    createRevenueCode('Tuin & huis: zaden'),
    createVatCode(1042),
    createVatCodeCode(1042),
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
