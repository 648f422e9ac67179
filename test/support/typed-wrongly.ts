import fc from 'fast-check';

/** Returns the text with one typing mistake: a character replaced, dropped, added, or swapped with its neighbour. */
export function typedWrongly(text: string, characters: string): fc.Arbitrary<string> {
  const at = fc.nat(text.length - 1);
  const character = fc.constantFrom(...characters);
  const replaced = fc.tuple(at, character).map(([index, other]) => splice(text, index, 1, other));
  const dropped = at.map((index) => splice(text, index, 1, ''));
  const added = fc.tuple(at, character).map(([index, other]) => splice(text, index, 0, other));
  const swapped = fc
    .nat(text.length - 2)
    .map((index) => splice(text, index, 2, text.charAt(index + 1) + text.charAt(index)));
  return fc.oneof(replaced, dropped, added, swapped).filter((typed) => typed !== text);
}

function splice(text: string, from: number, count: number, put: string): string {
  return text.slice(0, from) + put + text.slice(from + count);
}
