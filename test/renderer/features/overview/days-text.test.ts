import { beforeAll, describe, expect, it } from 'vitest';
import { formatDays } from '../../../../renderer/features/overview/days-text.ts';
import { startLanguage } from '../../../../renderer/lib/language.ts';
import type { Language } from '../../../../shared/contract/language.ts';

const TODAY = '2026-11-21';

const CASES: readonly (readonly [Language, string, string, string])[] = [
  ['nl', '2026-11-01', '2026-11-21', '1 t/m 21 nov'],
  ['nl', '2025-11-01', '2025-11-21', '1 t/m 21 nov 2025'],
  ['nl', '2026-10-26', '2026-11-01', '26 okt t/m 1 nov'],
  ['nl', '2025-12-29', '2026-01-04', '29 dec 2025 t/m 4 jan'],
  ['nl', '2026-11-20', '2026-11-20', 'vr 20 nov'],
  ['nl', '2025-11-22', '2025-11-22', 'za 22 nov 2025'],
  ['en', '2026-11-01', '2026-11-21', '1 to 21 Nov'],
  ['en', '2026-11-20', '2026-11-20', 'Fri 20 Nov'],
];

describe.each(['nl', 'en'] as const)('daysText in %s', (language) => {
  beforeAll(() => startLanguage(language));

  it.each(CASES.filter(([spoken]) => spoken === language))('%s: names %s to %s as “%s”', async (...named) => {
    const { t } = await startLanguage(language);
    const [, from, to, text] = named;
    expect(formatDays({ from, to }, { language, t, today: TODAY })).toBe(text);
  });

  it('always names the year if no text next to it does', async () => {
    const { t } = await startLanguage(language);
    const period = { from: '2026-11-01', to: '2026-11-21' };
    expect(formatDays(period, { language, t, today: null })).toMatch(/ 2026$/);
  });
});
