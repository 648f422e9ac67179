/** An answer without the moment of a report's making, which goes on between two calls. */
export function withoutMoment(answer: unknown): unknown {
  return JSON.parse(JSON.stringify(answer, (key, member) => (key === 'generated_at' ? undefined : member)));
}
