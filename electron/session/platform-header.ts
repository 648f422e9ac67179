import { createHmac, randomBytes } from 'node:crypto';
import type { WindowSignIn } from '../../shared/contract/auth.ts';
import { isSameSecret } from '../base/secret-hash.ts';

/** Tells a sign-in of the window to our own service, in words that this process alone can write. */
export interface PlatformHeader {
  mark(platform: string | null, isTyped?: boolean): string;
  /** Null for whatever was not made here. */
  read(value: string | undefined): WindowSignIn | null;
}

const FORM = /^v1\.([\w-]{2,4096})\.([\w-]{43})$/;

export function createPlatformHeader(): PlatformHeader {
  const key = randomBytes(32);
  const proofOf = (named: string) => createHmac('sha256', key).update(`platform ${named}`).digest('base64url');

  return {
    mark(platform, isTyped = true) {
      const told: WindowSignIn = { platform, isTyped };
      const named = Buffer.from(JSON.stringify(told)).toString('base64url');
      return `v1.${named}.${proofOf(named)}`;
    },

    read(value) {
      const [, named, proof] = FORM.exec(value ?? '') ?? [];
      if (named === undefined || proof === undefined || !isSameSecret(proof, proofOf(named))) return null;
      // Written by `mark`, as the proof says.
      return JSON.parse(Buffer.from(named, 'base64url').toString()) as WindowSignIn;
    },
  };
}
