import { describe, expect, it } from 'vitest';
import { listMissingDetails, readDetail } from '../../../shared/company-details.ts';
import { NO_COMPANY_DETAILS } from '../../../shared/contract/company.ts';

describe('a company detail', () => {
  it.each([
    ['name', '  Linde  &  Loof ', 'Linde & Loof'],
    ['postcode', '3511aa', '3511 AA'],
    ['kvk', '1234 5678', '12345678'],
    // A legal person: nine digits that pass the eleven test.
    ['vat', 'nl 0044.95.445.B01', 'NL004495445B01'],
    // A sole trader: valid modulo 97, although its digits fail the eleven test.
    ['vat', 'NL000099998B57', 'NL000099998B57'],
    ['phone', '+31 (0)30 123 45 67', '+31 (0)30 123 45 67'],
    ['email', 'info@linde.example', 'info@linde.example'],
    ['website', 'www.linde.example', 'www.linde.example'],
    ['iban', 'nl91abna0417164300', 'NL91 ABNA 0417 1643 00'],
    ['iban', 'BE68 5390 0754 7034', 'BE68 5390 0754 7034'],
    ['kvk', ' ', ''],
  ] as const)('is stored in normalized form: %s %s', (field, typed, value) => {
    expect(readDetail(field, typed)).toEqual({ ok: true, value });
  });

  it.each([
    ['postcode', '0511 AA', 'notAPostcode'],
    ['postcode', '3511 SS', 'notAPostcode'],
    ['kvk', '1234567', 'notAKvkNumber'],
    ['kvk', '1234567a', 'notAKvkNumber'],
    ['vat', 'NL004495445', 'notAVatNumber'],
    ['vat', 'BE0123456789', 'notAVatNumber'],
    ['vat', 'NL004495445B00', 'notAVatNumber'],
    ['vat', 'NL004495446B01', 'vatDigitsWrong'],
    ['vat', 'NL000000000B01', 'vatDigitsWrong'],
    ['phone', '12345', 'notAPhoneNumber'],
    ['email', 'info@linde', 'notAnEmail'],
    ['website', 'linde', 'notAWebsite'],
    ['iban', 'NL91ABNA041716430', 'notAnIban'],
    ['iban', 'NL91ABNA0417164301', 'ibanDigitsWrong'],
    ['name', 'x'.repeat(121), 'tooLong'],
  ] as const)('is refused with a reason: %s %s', (field, typed, problem) => {
    expect(readDetail(field, typed)).toEqual({ ok: false, problem });
  });

  it('is reported as missing if a receipt must have it', () => {
    expect(listMissingDetails({ ...NO_COMPANY_DETAILS, name: 'Linde', kvk: '12345678' })).toEqual([
      ...['street', 'postcode', 'city', 'vat'],
    ]);
  });
});
