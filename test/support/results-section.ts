const BEGIN = '<!-- results: written by the command above -->';
const END = '<!-- end of results -->';

/** Replaces what is between the two markers. Throws if a marker is missing. */
export function withResults(readme: string, results: string): string {
  const begin = readme.indexOf(BEGIN);
  const end = readme.indexOf(END);
  if (begin < 0 || end < begin) throw new Error(`there is no place for results: ${BEGIN} … ${END}`);
  return `${readme.slice(0, begin)}${BEGIN}\n\n${results.trim()}\n\n${readme.slice(end)}`;
}
