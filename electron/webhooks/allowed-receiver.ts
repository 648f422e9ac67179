/** A host of the own network that the operator lets be a receiver. A host may have several. */
export interface AllowedReceiver {
  /** Exact name or address, in canonical form: lower case, no dot at the end, no brackets. */
  readonly host: string;
  /** The addresses that it may have beyond public ones. */
  readonly range: { readonly first: string; readonly prefixBits: number; readonly family: 'ipv4' | 'ipv6' };
  /** Certificates in PEM that are trusted for this host alone, besides the usual ones. */
  readonly ca: string | null;
}
