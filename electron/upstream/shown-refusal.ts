import { redactText } from '../session/redact.ts';

const MOST_CHARACTERS = 300;
/** Ends of lines and other control characters, and what turns the direction of writing. */
const HARMFUL = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]+/gu;

/** What another deployment says of why it refused a call, as one harmless line without secrets. */
export function shownRefusal(text: string): string {
  const line = redactText(text).replace(HARMFUL, ' ').trim();
  return line.length > MOST_CHARACTERS ? `${line.slice(0, MOST_CHARACTERS)}…` : line;
}
