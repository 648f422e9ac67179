import type { Language } from '../contract/language.ts';
import type { AddressProblem } from '../web-address.ts';

/** A typed text, parsed as the address of one kind of platform. */
export type KindAddress =
  | {
      readonly ok: true;
      /** The address in its stored form. */
      readonly address: string;
      /** Name of the account; `null` if the address does not contain it. */
      readonly account: string | null;
    }
  | { readonly ok: false; readonly problem: AddressProblem };

/** The account and user that a key contains. */
interface KeyOwner {
  readonly account: string;
  /** Replaces the e-mail address. */
  readonly email: string;
}

interface KeyTexts {
  readonly label: string;
  readonly hint: string;
  /** Label of the button beside the field. */
  readonly show: string;
  readonly notAKey: string;
  readonly refused: string;
}

interface KindTexts {
  /** Shown beside other kinds, and in sentences about the platform. */
  readonly name: string;
  /** Label of the address field, and the hint below it. */
  readonly address: string;
  readonly addressHint: string;
  /** `null` for the default sentence. */
  readonly notAnAddress: string | null;
  /** `null` for a kind without keys. */
  readonly key: KeyTexts | null;
}

/** A kind of platform that users sign in to by address, declared once for window and program. */
export interface PlatformKind<Id extends string = string> {
  readonly id: Id;
  /** Prefix of stored addresses before `https://`; empty for the default kind. */
  readonly scheme: string;
  /** Whether everything is read into a copy, which answers all calls. */
  readonly isWholeCopy: boolean;
  /** Whether it may round each figure of a report to a cent. */
  readonly roundsFigures: boolean;
  /** Whether the field accepts more than addresses, such as account names. */
  readonly takesNames: boolean;
  readAddress(typed: string): KindAddress;
  /** Signs in with a key instead of e-mail address and password; `null` for a kind without keys. */
  readonly key: {
    /** `null` for a text that is not a key. */
    readOwner(typed: string): KeyOwner | null;
    /** Whether the text replaces the e-mail address of a key. */
    isOwner(email: string): boolean;
  } | null;
  readonly texts: Readonly<Record<Language, KindTexts>>;
}

/** Keeps the literal type of the id. */
export function declarePlatform<const Id extends string>(declared: PlatformKind<Id>): PlatformKind<Id> {
  return declared;
}
