import { describe, expect, it } from 'vitest';
import { makeCustomers } from '../../../../electron/platform/demo/model.ts';
import { LINDE_EN_LOOF } from '../../../../electron/platform/demo/shop-profiles.ts';

const customers = makeCustomers(LINDE_EN_LOOF, 1);

describe('makeCustomers', () => {
  it('makes 600 customers, each of one kind', () => {
    const abroad = [...customers.idsAbroad.values()].flat();
    const ids = [...customers.privateIds, ...customers.companyIds, ...abroad];
    expect(customers.rows).toHaveLength(600);
    expect(new Set(ids)).toEqual(new Set(customers.rows.map(({ id }) => id)));
    expect(ids).toHaveLength(600);
  });

  it('has customers in Belgium, Germany and France', () => {
    expect(new Set(customers.rows.map((row) => row.country_iso2))).toEqual(new Set(['NL', 'BE', 'DE', 'FR']));
    for (const [country, ids] of customers.idsAbroad) {
      const rows = customers.rows.filter((row) => row.country_iso2 === country);
      expect(rows.map(({ id }) => id)).toEqual(ids);
    }
  });

  it('gives each an e-mail address of its own that leads nowhere', () => {
    const addresses = customers.rows.map(({ email }) => email);
    expect(new Set(addresses).size).toBe(600);
    for (const address of addresses) expect(address).toMatch(/^[a-z0-9.]+@[a-z]+\.example$/);
  });
});
