import { type CompanyDetails, type CompanyField, MAX_COMPANY_DETAIL_LENGTH } from './contract/company.ts';

export type DetailProblem =
  | 'tooLong'
  | 'notAPostcode'
  | 'notAKvkNumber'
  | 'notAVatNumber'
  | 'vatDigitsWrong'
  | 'notAPhoneNumber'
  | 'notAnEmail'
  | 'notAWebsite'
  | 'notAnIban'
  | 'ibanDigitsWrong';

export type ReadDetail =
  | { readonly ok: true; readonly value: string }
  | { readonly ok: false; readonly problem: DetailProblem };

/** Returns a detail in its stored form, or its problem. An empty text is valid and means none. */
export function readDetail(field: CompanyField, typed: string): ReadDetail {
  const text = typed.trim().replaceAll(/\s+/gu, ' ');
  if (text.length > MAX_COMPANY_DETAIL_LENGTH) return reject('tooLong');
  return text === '' ? accept(text) : READERS[field](text);
}

const accept = (value: string): ReadDetail => ({ ok: true, value });
const reject = (problem: DetailProblem): ReadDetail => ({ ok: false, problem });

const createPatternReader = (form: RegExp, problem: DetailProblem) => (text: string) =>
  form.test(text) ? accept(text) : reject(problem);

const READERS: Readonly<Record<CompanyField, (text: string) => ReadDetail>> = {
  name: accept,
  street: accept,
  postcode: readPostcode,
  city: accept,
  kvk: readKvk,
  vat: readVat,
  phone: createPatternReader(/^(?=(?:\D*\d){8,15}\D*$)\+?[\d ()-]+$/, 'notAPhoneNumber'),
  email: createPatternReader(/^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/, 'notAnEmail'),
  website: createPatternReader(/^(https?:\/\/)?([\p{L}\d-]+\.)+\p{L}{2,}(\/\S*)?$/iu, 'notAWebsite'),
  iban: readIban,
};

/** Four digits and two letters. SA, SD and SS are not in use. */
function readPostcode(text: string): ReadDetail {
  const [, digits, letters] = /^([1-9]\d{3}) ?(?!S[ADS])([A-Z]{2})$/.exec(text.toUpperCase()) ?? [];
  return digits === undefined ? reject('notAPostcode') : accept(`${digits} ${letters}`);
}

/** Eight digits without a published check. */
function readKvk(text: string): ReadDetail {
  const digits = text.replaceAll(/[ .]/g, '');
  return /^\d{8}$/.test(digits) ? accept(digits) : reject('notAKvkNumber');
}

/**
 * `NL000000000B00`. The number of a legal person contains its RSIN, which passes the eleven test. The number of a sole
 * trader passes modulo 97 (ISO 7064) as a whole since 2020.
 */
function readVat(text: string): ReadDetail {
  const number = text.toUpperCase().replaceAll(/[ .-]/g, '');
  const [, rsin] = /^NL(\d{9})B(?!00)\d{2}$/.exec(number) ?? [];
  if (rsin === undefined) return reject('notAVatNumber');
  return passesElevenTest(rsin) || getRemainder97(number) === 1 ? accept(number) : reject('vatDigitsWrong');
}

/**
 * Country, two check digits and the account. Passes modulo 97 with country and check digits moved to the end (ISO
 * 13616).
 */
function readIban(text: string): ReadDetail {
  const iban = text.toUpperCase().replaceAll(' ', '');
  const isFormed = iban.startsWith('NL') ? /^NL\d{2}[A-Z]{4}\d{10}$/ : /^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/;
  if (!isFormed.test(iban)) return reject('notAnIban');
  if (getRemainder97(`${iban.slice(4)}${iban.slice(0, 4)}`) !== 1) return reject('ibanDigitsWrong');
  return accept(iban.replaceAll(/(.{4})(?!$)/g, '$1 '));
}

function passesElevenTest(nineDigits: string): boolean {
  const weights = [9, 8, 7, 6, 5, 4, 3, 2, -1];
  const sum = weights.reduce((total, weight, at) => total + weight * Number(nineDigits[at]), 0);
  return sum > 0 && sum % 11 === 0;
}

/** Returns the remainder of dividing by 97, with letters as 10 (A) to 35 (Z). */
function getRemainder97(text: string): number {
  const digits = [...text].map((character) => Number.parseInt(character, 36)).join('');
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0);
}

/** Details that an invoice must have. */
const REQUIRED_DETAILS = [
  'name',
  'street',
  'postcode',
  'city',
  'kvk',
  'vat',
] as const satisfies readonly CompanyField[];

/** Required details that are empty. */
export function listMissingDetails(details: CompanyDetails): (typeof REQUIRED_DETAILS)[number][] {
  return REQUIRED_DETAILS.filter((field) => details[field] === '');
}
