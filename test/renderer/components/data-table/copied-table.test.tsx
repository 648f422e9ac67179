import { describe, expect, it } from 'vitest';
import { formatCell, formatRow, formatTable } from '../../../../renderer/components/data-table/copied-table.ts';
import type { ColumnKind, TableColumn } from '../../../../renderer/components/data-table/table-column.ts';
import { createNumberFormat } from '../../../../shared/number-format.ts';

const DUTCH = createNumberFormat('nl');
const ENGLISH = createNumberFormat('en');

describe('a copied cell', () => {
  it.each([
    ['amount', DUTCH.money(-12_345.6), '-12.345,60'],
    ['amount', ENGLISH.money(12_345.6), '12,345.60'],
    ['amount', DUTCH.unitPrice(0.7438), '0,7438'],
    ['percentage', DUTCH.percentage(-12.5), '-12,5%'],
    ['quantity', '1.234', '1.234'],
  ] as const)('of kind %s that shows %s is the number %s', (kind, shown, copied) => {
    expect(formatCell(columnOf(kind, shown), null, DUTCH)).toEqual({ text: copied, isText: false });
  });

  it.each(['007', '0871114883333', '=1+1', '+31 6', '-10% actie', '@SUM(A1)', '30E4', '90.750'])(
    'of text keeps %s unchanged',
    (text) => {
      expect(formatCell(columnOf('text', text), null, DUTCH)).toEqual({ text, isText: true });
    },
  );

  it('is text if a figure is spelled out', () => {
    expect(formatCell(columnOf('amount', 'geen prijs'), null, DUTCH)).toEqual({ text: 'geen prijs', isText: true });
  });

  it('has the text inside the rendered cell, and is empty for a blank', () => {
    const link = (
      <a href="#order">
        T-<b>{12}</b>
      </a>
    );
    expect(formatCell(columnOf('text', link), null, DUTCH).text).toBe('T-12');
    expect(formatCell(columnOf('amount', null), null, DUTCH).text).toBe('');
  });

  it('is what the column gives for copying, with numbers in the format of the language', () => {
    const price: TableColumn<number> = { ...columnOf('amount', <i />), copied: (row) => row };
    expect(formatCell(price, -1234.5, DUTCH).text).toBe('-1.234,50');
    expect(formatCell(price, 0.7438, ENGLISH).text).toBe('0.7438');
    expect(formatCell({ ...price, copied: () => null }, 1, DUTCH).text).toBe('');
  });
});

describe('a title that another person wrote as a formula', () => {
  const text = '=HYPERLINK("http://attacker.example";"Open")';

  it('gets an apostrophe in the plain form, also after characters that split a line into cells', () => {
    const row = formatRow([
      { text, isText: true },
      { text: 'x,=1+1', isText: true },
      { text: '\u200b@A1', isText: true },
      { text: '-1,50', isText: false },
    ]);
    expect(row.text).toBe(`"'=HYPERLINK(""http://attacker.example"";""Open"")"\tx,'=1+1\t'\u200b@A1\t-1,50`);
  });

  it('is unchanged text in the HTML, also as a heading', () => {
    const { html } = formatTable([text], [formatRow([{ text, isText: true }])]);
    const page = new DOMParser().parseFromString(html, 'text/html');
    for (const cell of page.querySelectorAll('th, td')) {
      expect(cell.textContent).toBe(text);
      expect(cell.getAttribute('style')).toBe("mso-number-format:'\\@'");
      expect(cell.getAttribute('sdnum')).toBe('1043;0;@');
    }
    expect(formatTable([text], []).text).toMatch(/^"'=/);
  });

  it('is text if a timestamp is spelled out', () => {
    expect(formatCell(columnOf('moment', '=1+1'), null, DUTCH).isText).toBe(true);
    expect(formatCell(columnOf('moment', '21-11-2026 12:00'), null, DUTCH).isText).toBe(false);
  });
});

describe('a copied table', () => {
  const cells = [
    { text: 'Kop "XL"\n<2>', isText: true },
    { text: '-1,50', isText: false },
  ];

  it('has its headings first, and quotes what would break the plain form', () => {
    expect(formatTable(['Artikel', 'Prijs'], [formatRow(cells)]).text).toBe(
      'Artikel\tPrijs\r\n"Kop ""XL""\n<2>"\t-1,50',
    );
  });

  it('declares text as text, and declares nothing for numbers', () => {
    const document = new DOMParser().parseFromString(
      formatTable(['Artikel', 'Prijs'], [formatRow(cells)]).html,
      'text/html',
    );
    expect([...document.querySelectorAll('th')].map(textOf)).toEqual(['Artikel', 'Prijs']);
    const [title, price] = document.querySelectorAll('td');
    expect(title?.innerHTML).toBe('Kop "XL"<br style="mso-data-placement:same-cell">&lt;2&gt;');
    expect(title?.getAttribute('style')).toBe("mso-number-format:'\\@'");
    expect(title?.getAttribute('sdnum')).toBe('1043;0;@');
    expect(price?.outerHTML).toBe('<td>-1,50</td>');
  });
});

function columnOf(kind: ColumnKind, cell: React.ReactNode): TableColumn<null | number> {
  return { id: 'x', header: 'X', kind, widthPx: 100, cell: () => cell };
}

function textOf(element: Element): string | null {
  return element.textContent;
}
