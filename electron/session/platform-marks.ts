import { createHmac, randomBytes } from 'node:crypto';
import { isSameSecret } from './same-secret.ts';

/** Names a platform to our own service, in words that this process alone can write. */
export interface PlatformMarks {
  /** `platform` is a normalised base URL; null the built-in one. */
  mark(platform: string | null): string;
  /** Null for whatever was not made here. */
  read(value: string | undefined): { readonly platform: string | null } | null;
}

const FORM = /^v1\.([\w-]{2,4096})\.([\w-]{43})$/;

export function createPlatformMarks(): PlatformMarks {
  const key = randomBytes(32);
  const proofOf = (named: string) =>
    createHmac('sha256', key).update(`platform ${named}`).digest('base64url');

  return {
    mark(platform) {
      const named = Buffer.from(JSON.stringify(platform)).toString('base64url');
      return `v1.${named}.${proofOf(named)}`;
    },

    read(value) {
      const [, named, proof] = FORM.exec(value ?? '') ?? [];
      if (named === undefined || proof === undefined || !isSameSecret(proof, proofOf(named))) return null;
      // Written by `mark`, as the proof says.
      return { platform: JSON.parse(Buffer.from(named, 'base64url').toString()) as string | null };
    },
  };
}
