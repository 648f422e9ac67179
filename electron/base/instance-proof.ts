import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { isSameHash } from './secret-hash.ts';

const LAUNCH_PURPOSE = 'tilldesk launch address';

/** The answer of `/health` to a challenge: HMAC-SHA256 of its bytes under the nonce. All three are hex. */
export function proveChallenge(nonce: string, challenge: string): string {
  return computeHmac(Buffer.from(nonce, 'hex'), Buffer.from(challenge, 'hex'));
}

/** A question that only the program that wrote the discovery file can answer. */
export interface ServiceProof {
  /** The address of the service, from the discovery file. */
  readonly address: string;
  /** Begins with `/`. */
  readonly path: string;
  /** Checks the body of the answer. */
  isValid(body: unknown): boolean;
}

/** A new challenge for the service at `address`. */
export function createServiceProof(address: string, nonce: string): ServiceProof {
  const challenge = randomBytes(32).toString('hex');
  return {
    address,
    path: `/health?challenge=${challenge}`,
    isValid: (body) =>
      typeof body === 'object' &&
      body !== null &&
      'hmac' in body &&
      typeof body.hmac === 'string' &&
      isSameHash(body.hmac, proveChallenge(nonce, challenge)),
  };
}

/** Proves that the caller has read the discovery file and may get a launch address. */
export function proveLaunchRight(nonce: string): string {
  // `/health` answers HMACs under the nonce to any client, so this key must not be one of them.
  const key = hkdfSync('sha256', Buffer.from(nonce, 'hex'), '', LAUNCH_PURPOSE, 32);
  return computeHmac(Buffer.from(key), Buffer.from(LAUNCH_PURPOSE));
}

function computeHmac(key: Buffer, message: Buffer): string {
  return createHmac('sha256', key).update(message).digest('hex');
}
