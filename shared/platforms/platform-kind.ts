import type { Language } from '../contract/language.ts';
import type { AddressProblem } from '../web-address.ts';

/** What a person typed, read as the address of a platform of one kind. */
export type KindAddress =
  | {
      readonly ok: true;
      /** In the form in which it is stored and compared. */
      readonly address: string;
      /** The name of the account, where the address shows it. */
      readonly account: string | null;
    }
  | { readonly ok: false; readonly problem: AddressProblem };

/** What a key says of itself. */
interface KeyOwner {
  readonly account: string;
  /** What stands for the key in the place of an e-mail address. */
  readonly email: string;
}

interface KeyTexts {
  readonly label: string;
  readonly hint: string;
  /** Of the button beside the field. */
  readonly show: string;
  readonly notAKey: string;
  readonly refused: string;
}

interface KindTexts {
  /** Beside the other kinds, and in sentences about the platform. */
  readonly name: string;
  /** Above the field of the address, and below it. */
  readonly address: string;
  readonly addressHint: string;
  /** `null` for the usual sentence. */
  readonly notAnAddress: string | null;
  /** `null` for a kind without keys. */
  readonly key: KeyTexts | null;
}

/** A kind of platform that people sign in to by its address, declared once for the window and the program. */
export interface PlatformKind<Id extends string = string> {
  readonly id: Id;
  /** Stands before `https://` in stored addresses; empty for the kind that all other addresses are of. */
  readonly scheme: string;
  /** Everything is read into a copy, and nothing else answers. */
  readonly isWholeCopy: boolean;
  /** It may round each figure of a report to a cent by itself. */
  readonly roundsFigures: boolean;
  /** The field takes more than addresses, such as the name of an account. */
  readonly takesNames: boolean;
  readAddress(typed: string): KindAddress;
  /** Signing in with a key in place of e-mail address and password; `null` for a kind without keys. */
  readonly key: {
    /** `null` for a text that is no key. */
    readOwner(typed: string): KeyOwner | null;
    /** Whether this is what stands for a key in the place of an e-mail address. */
    isOwner(email: string): boolean;
  } | null;
  readonly texts: Readonly<Record<Language, KindTexts>>;
}

/** Keeps the id as a type of its own. */
export function declarePlatform<const Id extends string>(declared: PlatformKind<Id>): PlatformKind<Id> {
  return declared;
}
