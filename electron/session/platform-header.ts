import { createHmac, randomBytes } from 'node:crypto';
import type { WindowSignIn } from '../../shared/contract/auth.ts';
import { isSameSecret } from '../base/secret-hash.ts';

/** The header by which a sign-in of the window names its platform to our own service. Only this process can make it. */
export interface PlatformHeader {
  mark(platform: string | null, isTyped?: boolean): string;
  /** Null for a value that was not made here. */
  read(value: string | undefined): WindowSignIn | null;
}

const FORM = /^v1\.([\w-]{2,4096})\.([\w-]{43})$/;

export function createPlatformHeader(): PlatformHeader {
  const key = randomBytes(32);
  const proofOf = (named: string) => createHmac('sha256', key).update(`platform ${named}`).digest('base64url');

  return {
    mark(platform, isTyped = true) {
      const named = Buffer.from(JSON.stringify({ platform, isTyped } satisfies WindowSignIn)).toString('base64url');
      return `v1.${named}.${proofOf(named)}`;
    },

    read(value) {
      const [, named, proof] = FORM.exec(value ?? '') ?? [];
      if (named === undefined || proof === undefined || !isSameSecret(proof, proofOf(named))) return null;
      // `mark` wrote it, as the proof shows.
      return JSON.parse(Buffer.from(named, 'base64url').toString()) as WindowSignIn;
    },
  };
}
