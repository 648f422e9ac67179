import { NO_COMPANY_DETAILS } from '../../../../shared/contract/company.ts';
import type { Ledgers } from '../../../../shared/contract/ledgers.ts';
import { LEDGERS } from '../../../unit/exports/journal-file.ts';
import { type FakeBridge, installFakeBridge } from '../../app/support/fake-bridge.ts';
import { reportOf } from '../report/support/reports.ts';
import { type FakeHost, installFakeHost, listOf } from './fake-host.ts';

export const REPORT = '/api/financial-report';

interface JournalWorld {
  readonly host: FakeHost;
  readonly bridge: FakeBridge;
  /** The ledger accounts that the host stores. */
  accounts: Ledgers;
  mayChange: boolean;
}

/** A window with a report that balances, and ledger accounts for all of it. */
export function installJournalWorld(): JournalWorld {
  const host = installFakeHost();
  host.answer(REPORT, (query) => ({ body: reportOf(query) }));
  host.answer('/api/locations', () =>
    listOf([
      { id: 3, title: 'Utrecht' },
      { id: 5, title: 'Zwolle' },
    ]),
  );
  host.answer('/api/shops', () => listOf([{ id: 17, title: 'linde.example', location_id: null }]));
  host.answer('/api/payment-methods', () =>
    listOf([{ id: 5, title: 'Pinpas', alias: 'pin', type_alias: 'pin', is_default: true }]),
  );
  host.answer('/api/turnover-groups', () => listOf([{ id: 9, code: '8030', title: 'Speelgoed' }]));
  host.answer('/api/tax-rates', () =>
    listOf([
      { id: 1, name: '21%', value: 21, country_iso2: 'NL', alias: 'nl_standard' },
      { id: 4, name: '0%', value: 0, country_iso2: 'NL', alias: 'nl_zero' },
    ]),
  );
  const bridge = installFakeBridge();
  const world: JournalWorld = { host, bridge, accounts: LEDGERS, mayChange: true };
  const company = () => ({
    accounts: world.accounts,
    details: NO_COMPANY_DETAILS,
    mayChange: world.mayChange,
  });
  bridge.on({
    readCompany: () => company(),
    changeCompany: (changes: { accounts: Ledgers }) => {
      const kept = Object.entries({ ...world.accounts, ...changes.accounts });
      world.accounts = Object.fromEntries(kept.filter(([, ledger]) => ledger !== ''));
      return company();
    },
  });
  return world;
}

export function without(...codes: readonly string[]): Ledgers {
  return Object.fromEntries(Object.entries(LEDGERS).filter(([code]) => !codes.includes(code)));
}
