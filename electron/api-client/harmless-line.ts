/** Ends of lines and other control characters, and what turns the direction of writing. */
const HARMFUL = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]+/gu;

/** What another deployment wrote, as one line that does nothing to what stands around it. */
export function harmlessLine(text: string): string {
  return text.replace(HARMFUL, ' ').trim();
}
