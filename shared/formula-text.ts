/** Characters that start a formula, including full-width forms, which some spreadsheets treat the same. */
const FORMULA_START = /[=+\-@＝＋－＠﹦﹢﹣﹫]/;

/** Characters at which a spreadsheet may split a line into cells or text into lines, whatever the separator. */
const SPLIT = /[,;\t\r\n]/;

/**
 * Text that a spreadsheet could run as a formula. Guards and ignored characters may come first: white space, control
 * and format characters, quotes.
 */
const FORMULA = /^'*[[\s\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800"]--[\t\r\n]]*[=+\-@＝＋－＠﹦﹢﹣﹫]/v;

const GUARD = "'";

/**
 * Adds a guard to each part that would be a formula as a separate cell. A part that already has one gets another, so
 * that removing one guard always restores the text.
 */
export function guardFormulas(text: string): string {
  if (!FORMULA_START.test(text)) return text;
  if (!SPLIT.test(text)) return guardPart(text);
  return text
    .split(/(?<=[,;\t\r\n])/)
    .map(guardPart)
    .join('');
}

function guardPart(part: string): string {
  return FORMULA.test(part) ? GUARD + part : part;
}
