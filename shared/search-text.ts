import { foldText, removeSeparators } from './fold-text.ts';
import { AMOUNT_SCALE, type Amount, fromEuros } from './money.ts';

/** Rules for matching a search text. The store and the lists read from other deployments share them. */

/** Folded words of a search text. Without words, everything matches. A word with only accents matches nothing. */
export function splitSearch(text: string | undefined): string[] {
  return splitTyped(text).map((word) => foldText(word) || word);
}

/** The words as typed. */
export function splitTyped(text: string | undefined): string[] {
  return (text ?? '').split(/\s+/).filter((word) => word !== '');
}

/** Possible spellings of typed text in unfolded stored text: folded, or as typed with A to Z in lower case. */
export function listSpellings(typed: string): string[] {
  const written = splitTyped(typed)
    .join(' ')
    .replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
  return [...new Set([splitSearch(typed).join(' '), written])];
}

/** Both limits are included. */
export interface Amounts {
  readonly min: Amount;
  readonly max: Amount;
}

/**
 * Euros and the start of cents after a comma or point, with optional thousands separators, minus and euro sign. A dash
 * instead of cents is a round amount.
 */
const AMOUNT_PATTERN =
  /^([-−]?)€?([-−]?)(?:(\d{1,3}(?:\.\d{3})+|\d{1,11})(?:,(\d{0,2}|[-–—−]{1,2}))?|(\d{1,3}(?:,\d{3})+|\d{1,11})(?:\.(\d{0,2}|[-–—−]{1,2}))?)$/;

const AMOUNT_PER_CENT = AMOUNT_SCALE / 100;

/**
 * Parses the range of amounts that start with the text: `€ 1.234,56`, `1234,56`, `1234.56` and `1234,-` are one amount,
 * `1234` is any amount with that many euros. `null` if the text is not an amount.
 */
export function parseAmountRange(text: string): Amounts | null {
  const found = AMOUNT_PATTERN.exec(text.replaceAll(/\s/g, ''));
  if (!found) return null;
  const [, sign, innerSign, euros = found[5], cents = found[6] ?? ''] = found;
  const isRound = /\D/.test(cents);
  const digits = isRound ? '00' : cents;
  const createAmount = (rest: string) => Number(`${euros?.replaceAll(/[.,]/g, '')}${digits}${rest}`) * AMOUNT_PER_CENT;
  const [min, max] = [createAmount('0'.repeat(2 - digits.length)), createAmount('9'.repeat(2 - digits.length))];
  return sign || innerSign ? { min: 0 - max, max: 0 - min } : { min, max };
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
  const start = removeSeparators(words.join(''));
  if (isBarcodePrefix(start, barcode)) return true;
  const texts = [foldText(title), foldText(sku)];
  const code = removeSeparators(foldText(sku));
  return words.every((word) => texts.some((text) => text.includes(word)) || isPartOfCode(removeSeparators(word), code));
}

function isBarcodePrefix(start: string, barcode: string | null): boolean {
  if (barcode === null || [...start].length < MIN_CODE_PART_LENGTH) return false;
  return removeSeparators(foldText(barcode)).startsWith(start);
}

/** A shorter part would match half of all codes, across their separators. */
const MIN_CODE_PART_LENGTH = 3;

function isPartOfCode(part: string, code: string): boolean {
  return [...part].length >= MIN_CODE_PART_LENGTH && code.includes(part);
}

/** The searched fields of an order. `null` if unknown. */
interface SearchedOrder {
  readonly order_number: string;
  readonly customer_name: string | null;
  readonly value_wt: number;
}

/** Whether the search finds the order: by the start of its number, by words of the customer name, or by its value. */
export function isOrderFound(text: string, order: SearchedOrder): boolean {
  const words = splitSearch(text);
  if (words.length === 0) return true;
  const amounts = parseAmountRange(text);
  const value = fromEuros(order.value_wt);
  const isWorth = amounts !== null && amounts.min <= value && value <= amounts.max;
  const isNamed = order.customer_name !== null && order.customer_name !== '' && hasWords(words, [order.customer_name]);
  return isNamed || isWorth || matchesNumber(order.order_number, words.join(' '), amounts !== null);
}

/** Ignores separators, but not those of an amount: `110.65` is not the number 11065. */
function matchesNumber(number: string, text: string, isAmount: boolean): boolean {
  const written = foldText(number);
  const start = removeSeparators(text);
  if (start === '' || !removeSeparators(written).startsWith(start)) return false;
  return !isAmount || start === text.replaceAll(' ', '') || written.startsWith(text);
}
