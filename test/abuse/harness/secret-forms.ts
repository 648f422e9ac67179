/** A text in each form in which it may be written down by accident, or as part of something else; each form once. */
export function formsOf(text: string): ReadonlyMap<string, Buffer> {
  const forms = new Map<string, Buffer>();
  for (const [name, bytes] of Object.entries(allFormsOf(text))) {
    if (![...forms.values()].some((other) => other.equals(bytes))) forms.set(name, bytes);
  }
  return forms;
}

function allFormsOf(text: string): Readonly<Record<string, Buffer>> {
  const bytes = Buffer.from(text);
  const escaped = JSON.stringify(text).slice(1, -1);
  const percentEncoded = encodeURIComponent(text);
  return {
    plain: bytes,
    'lower case': Buffer.from(text.toLowerCase()),
    'UTF-16': Buffer.from(text, 'utf16le'),
    JSON: Buffer.from(escaped),
    'JSON in JSON': Buffer.from(JSON.stringify(escaped).slice(1, -1)),
    hex: Buffer.from(bytes.toString('hex')),
    'hex in capitals': Buffer.from(bytes.toString('hex').toUpperCase()),
    'percent-encoded': Buffer.from(percentEncoded),
    form: Buffer.from(percentEncoded.replaceAll('%20', '+')),
    ...base64FormsOf(bytes),
  };
}

/** Three bytes are four characters: after other text, as in `user:password`, a text is encoded in one of three ways. */
function base64FormsOf(bytes: Buffer): Readonly<Record<string, Buffer>> {
  const forms = [0, 1, 2].flatMap((before) => {
    const padded = Buffer.concat([Buffer.alloc(before), bytes]);
    // Characters that depend on what stands before and behind are left out.
    const first = Math.ceil((before * 4) / 3);
    const last = Math.floor((padded.length * 4) / 3);
    const form = (encoding: 'base64' | 'base64url') =>
      Buffer.from(padded.toString(encoding).slice(first, last));
    return [
      [`base64 after ${before}`, form('base64')],
      [`base64url after ${before}`, form('base64url')],
    ];
  });
  return Object.fromEntries(forms);
}
