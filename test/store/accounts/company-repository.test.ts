import { describe, expect, it } from 'vitest';
import { createCompanyRepository } from '../../../electron/store/accounts/company-repository.ts';
import { NO_COMPANY_DETAILS } from '../../../shared/contract/company.ts';
import { openTestStore } from '../../support/open-test-store.ts';
import { openPerTest } from '../../support/test-scope.ts';

const OURS = { accountId: 1 };
const THEIRS = { accountId: 2 };

const store = openPerTest(openTestStore);

const companies = openPerTest(() => createCompanyRepository(store.db));

describe('company repository', () => {
  it('keeps the details of accounts apart; they are empty at first', async () => {
    await companies.change(OURS, { name: 'Linde', kvk: '12345678' });
    expect(await companies.read(OURS)).toEqual({ ...NO_COMPANY_DETAILS, name: 'Linde', kvk: '12345678' });
    expect(await companies.read(THEIRS)).toEqual(NO_COMPANY_DETAILS);
  });

  it('changes only the given details', async () => {
    await companies.change(OURS, { name: 'Linde', kvk: '12345678' });
    expect(await companies.change(OURS, { kvk: '' })).toEqual({ ...NO_COMPANY_DETAILS, name: 'Linde' });
    expect(await companies.change(OURS, {})).toEqual({ ...NO_COMPANY_DETAILS, name: 'Linde' });
  });
});
