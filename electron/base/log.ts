/** The part of the program's log that this folder and those above it write to; a pino logger is one. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Of a command, which has no log: what goes wrong is in the sentence of its failure. */
export const NO_LOG: Log = { info() {}, warn() {}, error() {} };

const REDACTED = '[redacted]';

const SECRET_KEY = /password|passwd|token|authorization|secret|cookie|api[-_ ]?key/i;

/** Shorter secrets would blank out ordinary words. */
const SHORTEST_KNOWN_SECRET = 4;

/** `name: value`, `name=value` and `"name":"value"` in running text, the value up to its end. */
const NAMED_SECRET =
  /((?:password|passwd|token|authorization|secret|cookie|api[-_ ]?key)\w*\\?["']?\s*[:=]\s*)(?:\\?"(?:[^"\\]|\\.)*"?|'[^']*'?|(?:(?:bearer|basic)\s+)?[^\s,;&}\]]+)/gi;

const BEARER = /\bbearer\s+[\w.~+/=-]+/gi;

const KEYS = /\b(?:tdk|whsec)_[\w+/=-]+/g;

/** The lengths are bounded, or a long text without blanks would take quadratic time. */
const EMAIL_ADDRESS =
  /[^\s@"'<>(),:;[\]\\/?&=]{1,64}(?:@|%40)[^\s@"'<>(),:;[\]\\/?&=]{1,255}\.[a-z0-9-]{2,63}/gi;

/**
 * A copy that may be logged: values under telling names, keys, bearer strings, e-mail addresses and the
 * `knownSecrets` are blanked, however deep. Text that is JSON is redacted as text.
 */
export function redact(value: unknown, knownSecrets: readonly string[] = []): unknown {
  if (typeof value === 'string') return redactText(value, knownSecrets);
  if (Array.isArray(value)) return value.map((entry) => redact(entry, knownSecrets));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [
      redactText(key, knownSecrets),
      SECRET_KEY.test(key) ? REDACTED : redact(entry, knownSecrets),
    ]),
  );
}

export function redactText(text: string, knownSecrets: readonly string[] = []): string {
  let redacted = text;
  for (const secret of knownSecrets) {
    if (secret.length >= SHORTEST_KNOWN_SECRET) redacted = redacted.replaceAll(secret, REDACTED);
  }
  return redacted
    .replace(NAMED_SECRET, `$1${REDACTED}`)
    .replace(BEARER, REDACTED)
    .replace(KEYS, REDACTED)
    .replace(EMAIL_ADDRESS, REDACTED);
}
