import { createHmac, hkdfSync } from 'node:crypto';

const LAUNCH_PURPOSE = 'tilldesk launch address';

/** Answer of `/health` to a challenge: HMAC-SHA256 of its bytes under the nonce. All three are hex. */
export function proveChallenge(nonce: string, challenge: string): string {
  return hmac(Buffer.from(nonce, 'hex'), Buffer.from(challenge, 'hex'));
}

/** Proves that the caller has read the discovery file and may get a launch address. */
export function proveLaunchRight(nonce: string): string {
  // `/health` answers HMACs under the nonce to any client, so this key must not be one of them.
  const key = hkdfSync('sha256', Buffer.from(nonce, 'hex'), '', LAUNCH_PURPOSE, 32);
  return hmac(Buffer.from(key), Buffer.from(LAUNCH_PURPOSE));
}

function hmac(key: Buffer, message: Buffer): string {
  return createHmac('sha256', key).update(message).digest('hex');
}
