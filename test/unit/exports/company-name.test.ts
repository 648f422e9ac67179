import { expect, it } from 'vitest';
import { selectExport } from '../../../electron/exports/select-export.ts';
import { createFixedClock } from '../../support/fixed-clock.ts';
import { createStandInPlatform, STAND_IN_CALLER } from '../../support/stand-in-platform.ts';

const REQUEST = { dataset: 'price-list', filters: {}, format: 'pdf', language: 'nl' } as const;

it.each([
  ['that of the settings', 'Linde B.V.', false, 'Linde B.V.'],
  ['that of the shops where the settings have none', '', false, STAND_IN_CALLER.account],
  ['followed by what it is for a demo shop', 'Linde B.V.', true, 'Linde B.V. · Demowinkel'],
])('prints the name of a company as %s', async (_, own, isDemo, onPaper) => {
  const context = {
    platform: createStandInPlatform({ listReference: async () => [] }),
    ...{ ledgers: async () => ({}), companyName: async () => own },
    clock: createFixedClock('2026-11-21T12:00:00+01:00'),
  };
  const { readCompany } = await selectExport(context, REQUEST, { ...STAND_IN_CALLER, isDemo });
  expect((await readCompany()).name).toBe(onPaper);
});
