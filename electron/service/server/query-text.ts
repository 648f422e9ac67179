import { ApiError } from './api-error.ts';
import { shownName } from './shown-name.ts';

const MAX_QUERY_BYTES = 16 * 1024;

/**
 * The parameters of a raw query string (without `?`) as decoded text. Refuses an unknown and a repeated
 * parameter, and what is not rightly encoded. `+` is a space.
 */
export function readQueryText(text: string, known: ReadonlySet<string>): ReadonlyMap<string, string> {
  if (text.length > MAX_QUERY_BYTES) {
    throw new ApiError('bad_request', 'The query string is longer than 16 KiB.');
  }
  const texts = new Map<string, string>();
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const [name, value] = readPair(pair);
    if (!known.has(name)) throw new ApiError('bad_request', `The parameter ${shownName(name)} is unknown.`);
    if (texts.has(name)) throw new ApiError('bad_request', `${name} may be given only once.`);
    texts.set(name, value);
  }
  return texts;
}

function readPair(pair: string): [name: string, value: string] {
  const [rawName = '', ...rest] = pair.split('=');
  const name = decode(rawName);
  if (name === '') throw new ApiError('bad_request', 'A parameter has no name.');
  if (name === null) throw new ApiError('bad_request', 'A parameter name is not rightly percent-encoded.');
  const value = decode(rest.join('='));
  if (value === null) throw new ApiError('bad_request', `${shownName(name)} is not rightly percent-encoded.`);
  return [name, value];
}

/** Null where the text is not percent-encoded UTF-8 in plain ASCII. */
function decode(text: string): string | null {
  if (!/^[\x20-\x7e]*$/.test(text)) return null;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}
