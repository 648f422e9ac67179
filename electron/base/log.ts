/** The log of the program, in the form of a pino logger. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** For commands, which have no log: their error messages name the failure. */
export const NO_LOG: Log = { info() {}, warn() {}, error() {} };

const REDACTED = '[redacted]';

const SECRET_KEY = /password|passwd|token|authorization|secret|cookie|api[-_ ]?key/i;

/** Shorter secrets would blank out ordinary words. */
const MIN_SECRET_LENGTH = 4;

/**
 * `name: value`, `name=value` and `"name":"value"` in running text, with the whole value. The length of a name is
 * limited, because `tokentokentoken…` would take quadratic time.
 */
const NAMED_SECRET =
  /((?:password|passwd|token|authorization|secret|cookie|api[-_ ]?key)\w{0,64}\\?["']?\s*[:=]\s*)(?:\\?"(?:[^"\\]|\\.)*"?|'[^']*'?|(?:(?:bearer|basic)\s+)?[^\s,;&}\]]+)/gi;

/** Does not match the words “bearer token” of a sentence. */
const BEARER = /\bbearer\s+(?!tokens?(?![\w.~+/=-]))[\w.~+/=-]+/gi;

const KEYS = /\b(?:tdk|whsec|skc|sks)_[\w+/=-]+/g;

/**
 * Words that may be an e-mail address. They are checked one by one: a pattern for the address itself takes quadratic
 * time.
 */
const WORD = /[^\s"'<>(),:;[\]\\/?&=]+/g;

const AT_SIGN = /@|%40/;

const DOMAIN = /[^@]\.[a-z0-9-]{2}/i;

/** Longer texts are cut. The stack of an error fits, with those of its causes. */
export const MAX_LOGGED_CHARACTERS = 4_096;

const UP_TO_LAST_END_OF_WORD = /^.*[\s"'<>(),:;[\]\\/?&=]/s;

/** Levels of objects and lists; deeper ones are blanked. */
const MAX_LEVELS = 16;

/**
 * A copy that may be logged. Values under names of secrets, keys, bearer strings, e-mail addresses, the `knownSecrets`
 * and what is nested deeper than 16 levels are redacted. Texts are cut to 4,096 characters. JSON text is redacted as
 * text. Takes linear time, even on hostile input.
 */
export function redact(value: unknown, knownSecrets: readonly string[] = [], level = 0): unknown {
  if (typeof value === 'string') return redactText(value, knownSecrets);
  if (typeof value !== 'object' || value === null) return value;
  if (level === MAX_LEVELS) return REDACTED;
  if (Array.isArray(value)) return value.map((entry) => redact(entry, knownSecrets, level + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [
      redactText(key, knownSecrets),
      SECRET_KEY.test(key) ? REDACTED : redact(entry, knownSecrets, level + 1),
    ]),
  );
}

export function redactText(text: string, knownSecrets: readonly string[] = []): string {
  let redacted = text;
  // Before the text is cut: half a secret would not be found.
  for (const secret of knownSecrets) {
    if (secret.length < MIN_SECRET_LENGTH) continue;
    const inJson = JSON.stringify(secret).slice(1, -1);
    redacted = redacted.replaceAll(secret, REDACTED).replaceAll(inJson, REDACTED);
  }
  return shorten(redacted)
    .replace(NAMED_SECRET, `$1${REDACTED}`)
    .replace(BEARER, REDACTED)
    .replace(KEYS, REDACTED)
    .replace(WORD, (word) => (isEmailAddress(word) ? REDACTED : word));
}

/** Cuts between two words, so that no half address is left. */
function shorten(text: string): string {
  if (text.length <= MAX_LOGGED_CHARACTERS) return text;
  const [whole = ''] = UP_TO_LAST_END_OF_WORD.exec(text.slice(0, MAX_LOGGED_CHARACTERS)) ?? [];
  return `${whole}…`;
}

function isEmailAddress(word: string): boolean {
  const parts = word.split(AT_SIGN);
  return parts.some((part, at) => at > 0 && parts[at - 1] !== '' && DOMAIN.test(part));
}
