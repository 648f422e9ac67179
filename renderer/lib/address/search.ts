/** The parameters behind the `?` of an address, each at most once. */
export type Search = Readonly<Record<string, string>>;

export function parseSearch(text: string): Search {
  return Object.fromEntries(new URLSearchParams(text));
}

/** Begins with `?`; empty if there are no parameters. */
export function writeSearch(search: Readonly<Record<string, unknown>>): string {
  const text = new URLSearchParams(pickTexts(search)).toString();
  return text === '' ? '' : `?${text}`;
}

/** Picks the values that are texts, as an address has no others. */
export function pickTexts(search: Readonly<Record<string, unknown>>): Record<string, string> {
  const texts = Object.entries(search).filter(([, value]) => typeof value === 'string');
  return Object.fromEntries(texts) as Record<string, string>;
}
