import {
  ANSWER_PROOF_HEADER,
  describeAnswer,
  describeCall,
  describeChallenge,
  PAGE_KEY_PURPOSES,
  type PageCall,
} from '../../../shared/contract/window-page.ts';

/** What a page derives from its key. No script can read the two keys. */
export interface PageKeys {
  readonly id: string;
  readonly proof: CryptoKey;
  readonly seal: CryptoKey;
}

const encoder = new TextEncoder();

const HMAC = { name: 'HMAC', hash: 'SHA-256', length: 256 } as const;

/** `secret` is the key in base64url. */
export async function derivePageKeys(secret: string): Promise<PageKeys> {
  const { subtle } = crypto;
  const key = await subtle.importKey('raw', fromBase64Url(secret), 'HKDF', false, ['deriveBits', 'deriveKey']);
  const createParameters = (purpose: string) => ({
    ...{ name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array() },
    info: encoder.encode(purpose),
  });
  const [id, proof, seal] = await Promise.all([
    subtle.deriveBits(createParameters(PAGE_KEY_PURPOSES.id), key, 256),
    subtle.deriveKey(createParameters(PAGE_KEY_PURPOSES.proof), key, HMAC, false, ['sign', 'verify']),
    subtle.deriveKey(createParameters(PAGE_KEY_PURPOSES.seal), key, { name: 'AES-GCM', length: 256 }, false, [
      'encrypt',
    ]),
  ]);
  return { id: toBase64Url(new Uint8Array(id)), proof, seal };
}

export function sealBody({ seal }: PageKeys, call: PageCall, text: string): Promise<ArrayBuffer> {
  const iv = new Uint8Array(12);
  new DataView(iv.buffer).setBigUint64(4, BigInt(call.number));
  const additionalData = encoder.encode(describeCall(call));
  return crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, seal, encoder.encode(text));
}

export type AnswerHead = Pick<Response, 'status' | 'headers'>;

/** Whether the program of this page gave this answer to this call. */
export async function isProvenAnswer(
  { proof }: PageKeys,
  call: PageCall,
  { status, headers }: AnswerHead,
  body: ArrayBuffer,
): Promise<boolean> {
  const shown = headers.get(ANSWER_PROOF_HEADER);
  if (shown === null || !/^[\w-]{43}$/.test(shown)) return false;
  const head = encoder.encode(describeAnswer(call, status, (name) => headers.get(name)));
  const covered = new Uint8Array(head.length + body.byteLength);
  covered.set(head);
  covered.set(new Uint8Array(body), head.length);
  return crypto.subtle.verify('HMAC', proof, fromBase64Url(shown), covered);
}

export function createChallenge(): string {
  return toBase64Url(crypto.getRandomValues(new Uint8Array(32)));
}

/** The right answer to a challenge. */
export async function proveChallenge({ proof }: PageKeys, challenge: string): Promise<string> {
  const signed = await crypto.subtle.sign('HMAC', proof, encoder.encode(describeChallenge(challenge)));
  return toBase64Url(new Uint8Array(signed));
}

function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
}
