/** The name of a header as people write it: `Idempotency-Key` for `idempotency-key`. */
export function headerTitle(name: string): string {
  return name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());
}
