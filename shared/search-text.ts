import { foldText, withoutSeparators } from './fold-text.ts';
import { AMOUNT_SCALE, type Amount, fromEuros } from './money.ts';

/** What a search text finds, wherever it is looked for: in the store, and in rows of other deployments. */

/** Words of a search text, folded. No word: everything matches. A word of accents alone matches nothing. */
export function searchWords(text: string | undefined): string[] {
  return typedWords(text).map((word) => foldText(word) || word);
}

/** The same words as they were typed. */
export function typedWords(text: string | undefined): string[] {
  return (text ?? '').split(/\s+/).filter((word) => word !== '');
}

/** How text that is stored as it was written may have what was typed: folded, or as it stands in any case of A to Z. */
export function spellingsOf(typed: string): string[] {
  const written = typedWords(typed)
    .join(' ')
    .replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
  return [...new Set([searchWords(typed).join(' '), written])];
}

/** From the least to the most, both included. */
export interface Amounts {
  readonly least: Amount;
  readonly most: Amount;
}

/**
 * Euros and the beginning of their cents behind a comma or point, with or without the other one between thousands, a
 * minus and a euro sign. A dash in place of the cents is a round amount.
 */
const AMOUNT_FORM =
  /^([-−]?)€?([-−]?)(?:(\d{1,3}(?:\.\d{3})+|\d{1,11})(?:,(\d{0,2}|[-–—−]{1,2}))?|(\d{1,3}(?:,\d{3})+|\d{1,11})(?:\.(\d{0,2}|[-–—−]{1,2}))?)$/;

const AMOUNT_PER_CENT = AMOUNT_SCALE / 100;

/**
 * The amounts that begin as the text does: `€ 1.234,56`, `1234,56` and `1234.56` are one amount, as `1234,-` is, and
 * `1234` are all with so many euros. Null for a text that is no amount.
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

/** What a search for products looks at. */
interface SearchedProduct {
  readonly sku: string;
  readonly title: string;
  readonly barcode?: string | null;
}

/**
 * Whether every word is in the title or the SKU, or together they are how the barcode begins. Separators of codes do not
 * matter.
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

/** A shorter part would be found in half of all codes, across their separators. */
const MIN_CODE_PART = 3;

function isPartOfCode(part: string, code: string): boolean {
  return [...part].length >= MIN_CODE_PART && code.includes(part);
}

/** What a search for orders looks at; null for what is not known. */
interface SearchedOrder {
  readonly order_number: string;
  readonly customer_name: string | null;
  readonly value_wt: number;
}

/** Whether the search finds the order: by the beginning of its number, by words of the customer, or by its value. */
export function isOrderFound(text: string, order: SearchedOrder): boolean {
  const words = searchWords(text);
  if (words.length === 0) return true;
  const amounts = amountsIn(text);
  const value = fromEuros(order.value_wt);
  const isWorth = amounts !== null && amounts.least <= value && value <= amounts.most;
  const isNamed = order.customer_name !== null && order.customer_name !== '' && hasWords(words, [order.customer_name]);
  return isNamed || isWorth || beginsWith(order.order_number, words.join(' '), amounts !== null);
}

/** Separators do not matter, but those of an amount do: `110.65` is no number 11065. */
function beginsWith(number: string, text: string, isAmount: boolean): boolean {
  const written = foldText(number);
  const start = withoutSeparators(text);
  if (start === '' || !withoutSeparators(written).startsWith(start)) return false;
  return !isAmount || start === text.replaceAll(' ', '') || written.startsWith(text);
}
