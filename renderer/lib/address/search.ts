/** The parameters behind the `?` of an address, each at most once. */
export type Search = Readonly<Record<string, string>>;

export function parseSearch(text: string): Search {
  return Object.fromEntries(new URLSearchParams(text));
}

/** With its `?`; empty without parameters. */
export function writeSearch(search: Readonly<Record<string, unknown>>): string {
  const text = new URLSearchParams(textsOf(search)).toString();
  return text === '' ? '' : `?${text}`;
}

/** An address has texts only: what is not one is as good as absent. */
export function textsOf(search: Readonly<Record<string, unknown>>): Record<string, string> {
  const texts = Object.entries(search).filter(([, value]) => typeof value === 'string');
  return Object.fromEntries(texts) as Record<string, string>;
}
