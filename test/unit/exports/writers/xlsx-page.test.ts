import { describe, expect, it } from 'vitest';
import { createColumn, markPersonal } from '../../../../shared/datasets/dataset.ts';
import { SKU, writeAndReadWorkbook } from '../../../support/written-workbook.ts';

const VALUE = createColumn('value', 'euros', 'Bedrag', 'Value');

describe('a printed page of a workbook', () => {
  it.each([
    ['nl', { period: { from: '2026-10-01', to: '2026-10-31' } }, '1 t/m 31 oktober 2026', 'pagina &amp;P van &amp;N'],
    ['en', {}, 'As of 21/11/2026', 'page &amp;P of &amp;N'],
  ] as const)('shows company, title, time and page number, in %s', async (...expected) => {
    const [language, dates, days, page] = expected;
    const document = { title: 'Rapport', company: 'Linde & Loof', language, ...dates };
    const { sheets, facts } = await writeAndReadWorkbook({ document, rows: [{ sku: 'a' }] });
    for (const sheet of [...sheets, facts]) {
      expect(sheet?.xml).toContain(
        `<oddHeader>&amp;LLinde &amp;&amp; Loof&amp;CRapport&amp;R${days}</oddHeader><oddFooter>&amp;L&amp;A&amp;R${page}</oddFooter>`,
      );
    }
  });

  it.each([
    ['nl', 'bevat persoonsgegevens'],
    ['en', 'contains personal data'],
  ] as const)('shows its location, its filters and that it has personal data, in %s', async (language, people) => {
    const filters = [
      { label: 'Status', value: 'Terugbetaald' },
      { label: 'Volgorde', value: 'bedrag, oplopend', isLimit: false as const },
    ];
    const document = {
      language,
      company: 'Linde',
      place: 'A & B, kassa 1',
      filters,
      columns: [SKU, markPersonal(VALUE)],
    };
    const summaries = [{ title: 'Per dag', columns: [VALUE], rows: [] }];
    const { sheets, facts } = await writeAndReadWorkbook({ document, end: { summaries } });

    expect(sheets).toHaveLength(2);
    for (const sheet of [...sheets, facts]) {
      expect(sheet?.xml).toContain(
        '<oddHeader>&amp;LLinde&amp;CPrijslijst\nA &amp;&amp; B, kassa 1 · Status: Terugbetaald&amp;R',
      );
      expect(sheet?.xml).toContain(`<oddFooter>&amp;L&amp;A&amp;C${people}&amp;R`);
    }
  });

  it('has at most 255 characters in its head, a part of each filter, and no half of an escaped ampersand', async () => {
    const long = [1, 2, 3].flatMap((extra) => ['&', 'a&', 'W', '\u{1F6B2}'].map((text) => text.repeat(300 + extra)));
    for (const text of long) {
      const { sheets } = await writeAndReadWorkbook({
        document: {
          company: text,
          place: text,
          period: { from: '2025-09-28', to: '2026-10-31' },
          filters: [
            { label: 'Status', value: 'Terugbetaald' },
            { label: 'Zoektekst', value: text },
          ],
        },
      });
      const head = (/<oddHeader>([^<]*)</.exec(sheets[0]?.xml ?? '')?.[1] ?? '').replaceAll('&amp;', '&');

      expect(head.length).toBeLessThanOrEqual(255);
      expect(head).toMatch(/… · Status: Terugbetaald · Zoektekst: .*…&R28 september 2025 t\/m 31 oktober 2026$/su);
      expect(head.replaceAll('&&', '').match(/&./g)).toEqual(['&L', '&C', '&R']);
      expect(head.isWellFormed()).toBe(true);
    }
  });
});
