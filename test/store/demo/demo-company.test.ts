import { describe, expect, it } from 'vitest';
import { HET_KLUWEN, LINDE_EN_LOOF } from '../../../electron/platform/demo/shop-profiles.ts';
import { createCompanyRepository } from '../../../electron/store/accounts/company-repository.ts';
import { readDetail } from '../../../shared/company-details.ts';
import { COMPANY_FIELDS } from '../../../shared/contract/company.ts';
import { openAt, SHOPS, storeOpenedAt } from './demo-store.ts';
import { generatedStore } from './generated-store.ts';

const NOW = '2026-11-21T13:00:00+01:00';
const LATER = '2026-11-21T14:00:00+01:00';
const DEMO = { accountId: 1 };
const DEMO_TWO = { accountId: 2 };

describe('the company details of the demo shops', { timeout: 240_000 }, () => {
  it.each([LINDE_EN_LOOF, HET_KLUWEN])('could have been typed in Settings: $accountName', ({ company }) => {
    for (const field of COMPANY_FIELDS) {
      expect(readDetail(field, company[field])).toEqual({ ok: true, value: company[field] });
    }
  });

  it('exist after the first start, also in a generated store', async () => {
    for (const store of [await storeOpenedAt(NOW, SHOPS), await generatedStore({ orders: 500, days: 40 })]) {
      expect(await createCompanyRepository(store.db).read(DEMO)).toEqual(LINDE_EN_LOOF.company);
      expect(await createCompanyRepository(store.db).read(DEMO_TWO)).toEqual(HET_KLUWEN.company);
      await store.close();
    }
  });

  it('stay as the user set them, even if all were removed', async () => {
    const store = await storeOpenedAt(NOW, SHOPS);
    const companies = createCompanyRepository(store.db);
    await companies.change(DEMO, { name: 'Linde' });
    const removed = Object.fromEntries(COMPANY_FIELDS.map((field) => [field, '']));
    await companies.change(DEMO_TWO, removed);
    await openAt(store, LATER, SHOPS);
    expect(await companies.read(DEMO)).toEqual({ ...LINDE_EN_LOOF.company, name: 'Linde' });
    expect(await companies.read(DEMO_TWO)).toEqual(removed);
    await store.close();
  });
});
