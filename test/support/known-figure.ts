/** What a platform that knows everything gives. Throws for what it does not know. */
export function known<Value>(value: Value | null): Value {
  if (value === null) throw new Error('the platform does not know this');
  return value;
}
