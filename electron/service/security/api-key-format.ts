import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** Every key begins with it, and nothing else that is sent as a bearer token does. */
export const API_KEY_PREFIX = 'tdk_';

/** Published, so that programs that look for secrets in code and documents recognize a key. */
export const API_KEY_PATTERN = 'tdk_[0-9A-Za-z]{36}';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 30;
const CHECKSUM_LENGTH = 6;
const KEY_FORM = /^tdk_([0-9A-Za-z]{30})([0-9A-Za-z]{6})$/;

/** A new key: `tdk_`, 30 random characters (178 bits) and their CRC32 in 6. */
export function generateApiKey(): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => DIGITS.charAt(randomInt(DIGITS.length))).join('');
  return API_KEY_PREFIX + random + computeChecksum(random);
}

/** False for text that was never a key: CRC32 detects every change of one character and nearly every other mistake. */
export function isApiKeyForm(text: string): boolean {
  const [, random = '', checksum] = KEY_FORM.exec(text) ?? [];
  return checksum === computeChecksum(random);
}

function computeChecksum(random: string): string {
  let rest = crc32(random);
  let text = '';
  while (text.length < CHECKSUM_LENGTH) {
    text = DIGITS.charAt(rest % DIGITS.length) + text;
    rest = Math.floor(rest / DIGITS.length);
  }
  return text;
}
