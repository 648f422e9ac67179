import { redactText } from '../base/redact.ts';
import { harmlessLine } from './harmless-line.ts';

const MOST_CHARACTERS = 300;

/** What another deployment says of why it refused a call, as one harmless line without secrets. */
export function shownRefusal(text: string): string {
  const line = harmlessLine(redactText(text));
  return line.length > MOST_CHARACTERS ? `${line.slice(0, MOST_CHARACTERS)}…` : line;
}
