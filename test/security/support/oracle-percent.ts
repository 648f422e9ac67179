const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** One name or value of a query string; null where it is not percent-encoded UTF-8 in plain ASCII. */
export function decodeComponent(text: string): string | null {
  const bytes: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x20 || code > 0x7e) return null;
    if (text[at] === '%') {
      const digits = text.slice(at + 1, at + 3);
      if (!/^[0-9A-Fa-f]{2}$/.test(digits)) return null;
      bytes.push(Number.parseInt(digits, 16));
      at += 2;
    } else bytes.push(text[at] === '+' ? 0x20 : code);
  }
  try {
    return UTF8.decode(Uint8Array.from(bytes));
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}
