import { describe, expect, it } from 'vitest';
import type { PackageManifest } from '../../../electron/exports/package-contents.ts';
import { createPackageContents } from '../../../electron/exports/package-contents.ts';
import type { ExportManifest } from '../../../shared/contract/exports.ts';
import type { Language } from '../../../shared/contract/language.ts';

const PAYMENTS: ExportManifest = {
  request: { dataset: 'payments', filters: {}, format: 'csv', profile: 'excel', language: 'nl' },
  ...{ fileName: 'betalingen_2026-10.csv', columns: ['amount'], account: 'demo', user: null, place: null },
  ...{ asOf: '2026-11-21T13:00:00+01:00', period: null, filters: [], rows: 412, total: 412, shortfall: null },
  ...{ sums: {}, bytes: 9, sha256: 'ab'.repeat(32) },
};

function linesOf(changes: Partial<PackageManifest> = {}, language: Language = 'nl'): string[] {
  const text = createPackageContents(
    {
      request: { month: '2026-10', locationId: null, format: 'csv', profile: 'excel', language },
      ...{
        company: 'Linde & Loof',
        account: 'demo',
        user: null,
        period: { from: '2026-10-01', to: '2026-10-31' },
        isOver: true,
        place: null,
      },
      ...{ asOf: '2026-11-21T13:00:00+01:00', heldStill: true, isComplete: true },
      checks: [
        { name: 'payments', left: 100, right: 100, difference: 0, holds: true },
        { name: 'turnover_wt', left: 121, right: 120, difference: 1, holds: false },
      ],
      members: [PAYMENTS],
      ...changes,
    },
    'manifest.json',
  );
  expect(text.startsWith('\uFEFF')).toBe(true);
  expect(text.replaceAll('\r\n', '')).not.toContain('\n');
  return text.slice(1).split('\r\n');
}

describe('the contents of a month package', () => {
  it('begin with month, company, location, period and time', () => {
    expect(linesOf().slice(0, 8)).toEqual([
      'Maandpakket 1 t/m 31 oktober 2026',
      '',
      'Bedrijf:    Linde & Loof',
      'Account:    demo',
      'Vestiging:  alle vestigingen',
      'Periode:    1 t/m 31 oktober 2026',
      'Stand van:  21-11-2026 13:00:00',
      'Volledig:   ja',
    ]);
  });

  it('describe each file, with its number of rows and whether it is complete', () => {
    expect(linesOf()).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^Bestand +Wat het is +Rijen +Volledig$/),
        expect.stringMatching(/^betalingen_2026-10\.csv +Betalingen \(CSV voor Excel\) +412 +ja$/),
        expect.stringMatching(/^manifest\.json +Dezelfde gegevens voor programma’s/),
      ]),
    );
  });

  it('list the checks of the report, and both sides of one that does not hold', () => {
    const lines = linesOf();
    expect(lines).toContain('klopt       Betaalwijzen samen = totaal direct betaald');
    expect(lines.find((line) => line.startsWith('KLOPT NIET'))).toContain(
      'incl. btw: €\u00a0121,00 berekend, €\u00a0120,00 in het rapport (€\u00a01,00)',
    );
  });

  it('say what is missing, and why', () => {
    const shortfall = { kind: 'failed', message: 'It went away.' } as const;
    const lines = linesOf({ isComplete: false, members: [{ ...PAYMENTS, rows: 400, shortfall }] });
    expect(lines.join('\n')).toContain('Volledig:   NEE (INCOMPLETE): in een van de bestanden ontbreken rijen.');
    expect(lines.join('\n')).toMatch(
      /betalingen_2026-10\.csv .* 400 +Het kassaplatform viel tijdens het exporteren uit/,
    );
    expect(linesOf({ isComplete: false, heldStill: false }).join('\n')).toContain('de cijfers bleven veranderen');
  });

  it('have the notes on each file, and what the platform does not know', () => {
    const text = linesOf({
      isOver: false,
      members: [{ ...PAYMENTS, unknown: ['tips'], note: 'Dat is het totaal van deze lijst.' }],
    }).join('\n');
    expect(text).toContain('De maand is nog niet voorbij');
    expect(text).toContain('betalingen_2026-10.csv: Dat is het totaal van deze lijst.');
    expect(text).toContain('Niet bekend op dit platform: fooien.');
  });
});
