import { createHmac, randomBytes } from 'node:crypto';
import type { Credentials, WindowSignIn } from '../../shared/contract/auth.ts';
import { isSameSecret } from '../base/secret-hash.ts';

/** The header by which a sign-in of the window names its platform to our own service. Only this process can make it. */
export interface PlatformHeader {
  /** `remembered`: credentials that let their user in before; null for typed ones. */
  mark(platform: string | null, isTyped?: boolean, remembered?: Credentials | null): string;
  /** What a sign-in with these credentials says; null for a value that was not made here. */
  read(value: string | undefined, credentials: Credentials): WindowSignIn | null;
}

const FORM = /^v1\.([\w-]{2,4096})\.([\w-]{43})$/;

interface Content extends Pick<WindowSignIn, 'platform' | 'isTyped'> {
  /** Names the remembered credentials without telling them. */
  readonly person: string | null;
}

export function createPlatformHeader(): PlatformHeader {
  const key = randomBytes(32);
  const proofOf = (named: string) => createHmac('sha256', key).update(`platform ${named}`).digest('base64url');
  // A header of one user must not open the copy of another one.
  const personOf = ({ account, email, password }: Credentials) =>
    createHmac('sha256', key)
      .update(JSON.stringify(['person', account, email, password]))
      .digest('base64url');

  return {
    mark(platform, isTyped = true, remembered = null) {
      const content: Content = { platform, isTyped, person: remembered && personOf(remembered) };
      const named = Buffer.from(JSON.stringify(content)).toString('base64url');
      return `v1.${named}.${proofOf(named)}`;
    },

    read(value, credentials) {
      const [, named, proof] = FORM.exec(value ?? '') ?? [];
      if (named === undefined || proof === undefined || !isSameSecret(proof, proofOf(named))) return null;
      // `mark` wrote it, as the proof shows.
      const { platform, isTyped, person } = JSON.parse(Buffer.from(named, 'base64url').toString()) as Content;
      return { platform, isTyped, isRemembered: person !== null && isSameSecret(person, personOf(credentials)) };
    },
  };
}
