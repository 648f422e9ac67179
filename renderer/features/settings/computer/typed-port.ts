const LOWEST = 1024;
const HIGHEST = 65_535;

/** The port that a text names; null for none, undefined for what is no port that can be chosen. */
export function parseTypedPort(text: string): number | null | undefined {
  const typed = text.trim();
  if (typed === '') return null;
  const port = /^\d{4,5}$/.test(typed) ? Number(typed) : Number.NaN;
  return port >= LOWEST && port <= HIGHEST ? port : undefined;
}
