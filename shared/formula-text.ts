/** What a formula begins with, also in the forms of other widths, which some spreadsheets take for the same. */
const FORMULA_START = /[=+\-@＝＋－＠﹦﹢﹣﹫]/;

/** By which a spreadsheet may split a line into cells, whatever separator it was written with, and text into lines. */
const SPLIT = /[,;\t\r\n]/;

/**
 * Text that a spreadsheet could take for a formula. Before the formula may be guards, and what is dropped or not seen:
 * spaces of all kinds, control characters, characters without a form, quotes.
 */
const FORMULA = /^'*[[\s\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800"]--[\t\r\n]]*[=+\-@＝＋－＠﹦﹢﹣﹫]/v;

const GUARD = "'";

/**
 * With a guard before each part that would be a formula in a cell of its own. A part that already looks guarded gets
 * another guard, so that removing one guard from each such part always restores the text.
 */
export function guarded(text: string): string {
  if (!FORMULA_START.test(text)) return text;
  if (!SPLIT.test(text)) return guardedPart(text);
  return text
    .split(/(?<=[,;\t\r\n])/)
    .map(guardedPart)
    .join('');
}

function guardedPart(part: string): string {
  return FORMULA.test(part) ? GUARD + part : part;
}
