import { foldText, withoutSeparators } from './fold-text.ts';
import { AMOUNT_SCALE, type Amount, fromEuros } from './money.ts';

/** What a search text finds, wherever it is looked for: in the store, and in rows of other deployments. */

/** Folded words of a search text. Without words, everything matches. A word with only accents matches nothing. */
export function searchWords(text: string | undefined): string[] {
  return typedWords(text).map((word) => foldText(word) || word);
}

/** The words as typed. */
export function typedWords(text: string | undefined): string[] {
  return (text ?? '').split(/\s+/).filter((word) => word !== '');
}

/** Possible spellings of typed text in unfolded stored text: folded, or as typed with A to Z in lower case. */
export function spellingsOf(typed: string): string[] {
  const written = typedWords(typed)
    .join(' ')
    .replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
  return [...new Set([searchWords(typed).join(' '), written])];
}

/** Both limits are included. */
export interface Amounts {
  readonly least: Amount;
  readonly most: Amount;
}

/**
 * Euros and the start of cents after a comma or point, with optional thousands separators, minus and euro sign. A dash
 * instead of cents is a round amount.
 */
const AMOUNT_FORM =
  /^([-−]?)€?([-−]?)(?:(\d{1,3}(?:\.\d{3})+|\d{1,11})(?:,(\d{0,2}|[-–—−]{1,2}))?|(\d{1,3}(?:,\d{3})+|\d{1,11})(?:\.(\d{0,2}|[-–—−]{1,2}))?)$/;

const AMOUNT_PER_CENT = AMOUNT_SCALE / 100;

/**
 * The range of amounts that start with the text: `€ 1.234,56`, `1234,56`, `1234.56` and `1234,-` are one amount, `1234`
 * is any amount with that many euros. `null` if the text is not an amount.
 */
export function amountsIn(text: string): Amounts | null {
  const found = AMOUNT_FORM.exec(text.replaceAll(/\s/g, ''));
  if (!found) return null;
  const [, sign, innerSign, euros = found[5], cents = found[6] ?? ''] = found;
  const isRound = /\D/.test(cents);
  const digits = isRound ? '00' : cents;
  const amountOf = (rest: string) => Number(`${euros?.replaceAll(/[.,]/g, '')}${digits}${rest}`) * AMOUNT_PER_CENT;
  const [least, most] = [amountOf('0'.repeat(2 - digits.length)), amountOf('9'.repeat(2 - digits.length))];
  return sign || innerSign ? { least: 0 - most, most: 0 - least } : { least, most };
}

/** Whether every word is in one of the texts. */
export function hasWords(words: readonly string[], texts: readonly string[]): boolean {
  const folded = texts.map(foldText);
  return words.every((word) => folded.some((text) => text.includes(word)));
}

/** The searched fields of a product. */
interface SearchedProduct {
  readonly sku: string;
  readonly title: string;
  readonly barcode?: string | null;
}

/**
 * Whether every word is in the title or the SKU, or all together are the start of the barcode. Ignores separators of
 * codes.
 */
export function isProductFound(words: readonly string[], { sku, title, barcode = null }: SearchedProduct): boolean {
  const start = withoutSeparators(words.join(''));
  if (isBeginningOf(start, barcode)) return true;
  const texts = [foldText(title), foldText(sku)];
  const code = withoutSeparators(foldText(sku));
  return words.every(
    (word) => texts.some((text) => text.includes(word)) || isPartOfCode(withoutSeparators(word), code),
  );
}

function isBeginningOf(start: string, barcode: string | null): boolean {
  if (barcode === null || [...start].length < MIN_CODE_PART) return false;
  return withoutSeparators(foldText(barcode)).startsWith(start);
}

/** A shorter part would match half of all codes, across their separators. */
const MIN_CODE_PART = 3;

function isPartOfCode(part: string, code: string): boolean {
  return [...part].length >= MIN_CODE_PART && code.includes(part);
}

/** The searched fields of an order. `null` if unknown. */
interface SearchedOrder {
  readonly order_number: string;
  readonly customer_name: string | null;
  readonly value_wt: number;
}

/** Whether the search finds the order: by the start of its number, by words of the customer name, or by its value. */
export function isOrderFound(text: string, order: SearchedOrder): boolean {
  const words = searchWords(text);
  if (words.length === 0) return true;
  const amounts = amountsIn(text);
  const value = fromEuros(order.value_wt);
  const isWorth = amounts !== null && amounts.least <= value && value <= amounts.most;
  const isNamed = order.customer_name !== null && order.customer_name !== '' && hasWords(words, [order.customer_name]);
  return isNamed || isWorth || beginsWith(order.order_number, words.join(' '), amounts !== null);
}

/** Ignores separators, but not those of an amount: `110.65` is not the number 11065. */
function beginsWith(number: string, text: string, isAmount: boolean): boolean {
  const written = foldText(number);
  const start = withoutSeparators(text);
  if (start === '' || !withoutSeparators(written).startsWith(start)) return false;
  return !isAmount || start === text.replaceAll(' ', '') || written.startsWith(text);
}
