import { writtenWorkbook } from '../../support/written-workbook.ts';
import type { SuiteRun } from '../harness/suite.ts';
import { BREACHES, readingOf } from './findings.ts';

const ROWS = 500;
const ACTIVE = /<(f|hyperlink|externalReference|dataConsolidate|oleObject|ddeLink)\b[^>]*>|TargetMode[^>]*/g;
const KNOWN_PARTS =
  /^(xl\/(worksheets\/sheet1|workbook|styles)\.xml|xl\/_rels\/workbook\.xml\.rels|docProps\/core\.xml|_rels\/\.rels|\[Content_Types\]\.xml)$/;

/** Writes the texts into workbooks and reads them with another library: each as it was, and none of them a formula. */
export async function attackWorkbook(run: SuiteRun, texts: readonly string[]): Promise<void> {
  for (let start = 0; start < texts.length; start += ROWS) {
    const part = texts.slice(start, start + ROWS);
    const title = part[0] ?? '';
    run.count('texts in workbooks', part.length);
    const read = await readingOf(run, `a workbook of ${part.length} texts`, () =>
      writtenWorkbook({ document: { title }, rows: part.map((sku) => ({ sku })), batchRows: 100 }),
    );
    if (read === null) continue;
    const [, ...rows] = read.sheets[0]?.rows ?? [];
    for (const [index, text] of part.entries()) {
      const cell = rows[index]?.[0];
      if (cell !== text) run.breach(BREACHES.changed, `${JSON.stringify(text)} is ${JSON.stringify(cell)}`);
    }
    for (const [name, xml] of read.parts) {
      if (!KNOWN_PARTS.test(name)) run.breach(BREACHES.leadingOut, name);
      for (const [active] of xml.matchAll(ACTIVE)) run.breach(BREACHES.formula, `${name}: ${active}`);
    }
  }
}
