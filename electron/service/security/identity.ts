import type { Caller } from '../../base/caller.ts';

/** What a request showed for who makes it, and from when on that is refused in Unix seconds. */
export type ShownAuth =
  | { readonly kind: 'token'; readonly expiresAtS: number }
  | {
      readonly kind: 'api_key';
      /** The name that its user gave the key. */
      readonly name: string;
      /** Null for a key without end. */
      readonly expiresAtS: number | null;
    };

/** Who a request is made by, with the rights of this moment. */
export interface Identity {
  readonly caller: Caller;
  readonly auth: ShownAuth;
}

/** With what names the token or API key of the request: its hash, under which the store has it. */
export interface ShownIdentity extends Identity {
  readonly secretHash: string;
}
