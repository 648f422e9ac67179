import { createHmac, timingSafeEqual } from 'node:crypto';

const LAUNCH_PURPOSE = 'tilldesk launch address';

/** Answer of `/health` to a challenge: HMAC-SHA256 of its bytes under the nonce. All three are hex. */
export function proveChallenge(nonce: string, challenge: string): string {
  return hmac(nonce, Buffer.from(challenge, 'hex'));
}

/** Shows that the caller has read the discovery file and may be given a launch address. */
export function proveLaunchRight(nonce: string): string {
  return hmac(nonce, Buffer.from(LAUNCH_PURPOSE));
}

/** Compares two proofs in constant time. */
export function isSameProof(proof: string, expected: string): boolean {
  const [left, right] = [Buffer.from(proof, 'hex'), Buffer.from(expected, 'hex')];
  return left.length === right.length && timingSafeEqual(left, right);
}

function hmac(nonce: string, message: Buffer): string {
  return createHmac('sha256', Buffer.from(nonce, 'hex')).update(message).digest('hex');
}
