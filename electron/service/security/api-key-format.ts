import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** How every key begins, and nothing else that is sent as a bearer token. */
export const API_KEY_PREFIX = 'tdk_';

/** By which a program that looks for secrets in code and documents knows one: it is published. */
export const API_KEY_PATTERN = 'tdk_[0-9A-Za-z]{36}';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 30;
const CHECKSUM_LENGTH = 6;
const KEY_FORM = /^tdk_([0-9A-Za-z]{30})([0-9A-Za-z]{6})$/;

/** A new key: `tdk_`, 30 random characters (178 bits) and their CRC32 in 6. */
export function newApiKey(): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => DIGITS.charAt(randomInt(DIGITS.length))).join('');
  return API_KEY_PREFIX + random + checksumOf(random);
}

/** False for what was never a key: CRC32 tells every change of one character and nearly every other mistake. */
export function isApiKeyForm(text: string): boolean {
  const [, random = '', checksum] = KEY_FORM.exec(text) ?? [];
  return checksum === checksumOf(random);
}

function checksumOf(random: string): string {
  let rest = crc32(random);
  let text = '';
  while (text.length < CHECKSUM_LENGTH) {
    text = DIGITS.charAt(rest % DIGITS.length) + text;
    rest = Math.floor(rest / DIGITS.length);
  }
  return text;
}
