/**
 * An answer without what may differ between two calls: the moment of a report's making, and the text of a feed's
 * position, which may name the same place in other words each time.
 */
export function withoutMoment(answer: unknown): unknown {
  return JSON.parse(
    JSON.stringify(answer, function (this: object, key, member) {
      return key === 'generated_at' || (key === 'next' && 'hasMore' in this) ? undefined : member;
    }),
  );
}
