import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts secrets at rest: AES-256-GCM with the purpose as additional data. */
export interface SecretBox {
  seal(text: string): string;
  /** `null` if it was not sealed with this key, or was changed. */
  open(sealed: string): string | null;
}

const CIPHER = 'aes-256-gcm';

const NONCE_BYTES = 12;

const TAG_BYTES = 16;

const FORM = /^v1\.([\w-]+)$/;

/** `key` has 32 bytes; `purpose` separates secrets that are sealed with the same key. */
export function createSecretBox(key: Uint8Array, purpose: string): SecretBox {
  const bound = Buffer.from(purpose);

  return {
    seal(text) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(bound);
      const hidden = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return `v1.${Buffer.concat([nonce, cipher.getAuthTag(), hidden]).toString('base64url')}`;
    },

    open(sealed) {
      const text = FORM.exec(sealed)?.[1] ?? '';
      const bytes = Buffer.from(text, 'base64url');
      // Another encoding of the same bytes was not sealed here either.
      if (bytes.length < NONCE_BYTES + TAG_BYTES || bytes.toString('base64url') !== text) return null;
      const nonce = bytes.subarray(0, NONCE_BYTES);
      const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
      const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(bound);
      decipher.setAuthTag(tag);
      try {
        const opened = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
        return Buffer.concat([opened, decipher.final()]).toString('utf8');
      } catch {
        // The tag does not fit: another key, or the text was changed.
        return null;
      }
    },
  };
}

const KEY_BYTES = 32;

/** A key for one purpose, derived from the secret key of the data folder. */
export function deriveKey(secretKey: Uint8Array, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secretKey, new Uint8Array(), purpose, KEY_BYTES));
}
