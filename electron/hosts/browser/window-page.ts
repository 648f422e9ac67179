import { createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import {
  describeAnswer,
  describeCall,
  describeChallenge,
  PAGE_KEY_PURPOSES,
  type PageCall,
} from '../../../shared/contract/window-page.ts';

/** One load of the page in a browser, with the key that both share. */
export type WindowPage = ReturnType<typeof createWindowPage>;

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** `secret`, the key in base64url, is for the page. It is sent once. */
export function createWindowPage(key = randomBytes(KEY_BYTES)) {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', key, '', purpose, KEY_BYTES));
  const proofKey = derive(PAGE_KEY_PURPOSES.proof);
  const sealKey = derive(PAGE_KEY_PURPOSES.seal);
  let lastSealed = 0;

  return {
    secret: key.toString('base64url'),
    id: derive(PAGE_KEY_PURPOSES.id).toString('base64url'),

    proveChallenge: (challenge: string): string =>
      createHmac('sha256', proofKey).update(describeChallenge(challenge)).digest('base64url'),

    proveAnswer(
      call: PageCall,
      status: number,
      headerOf: (name: string) => string | null,
      body: string | Uint8Array,
    ): string {
      const hmac = createHmac('sha256', proofKey).update(describeAnswer(call, status, headerOf));
      return hmac.update(body).digest('base64url');
    },

    /** The text of a sealed body; `null` if it was not sealed for this call, or is a replay. */
    open(call: PageCall, sealed: Buffer): string | null {
      if (call.number <= lastSealed || sealed.length < TAG_BYTES) return null;
      const nonce = Buffer.alloc(NONCE_BYTES);
      nonce.writeBigUInt64BE(BigInt(call.number), NONCE_BYTES - 8);
      const decipher = createDecipheriv('aes-256-gcm', sealKey, nonce, { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(describeCall(call))).setAuthTag(sealed.subarray(-TAG_BYTES));
      const opened = decipher.update(sealed.subarray(0, -TAG_BYTES));
      try {
        decipher.final();
      } catch {
        return null;
      }
      lastSealed = call.number;
      return opened.toString();
    },
  };
}
