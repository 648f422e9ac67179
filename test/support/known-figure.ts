/** Returns a value of a platform that knows everything. Throws if it is unknown. */
export function known<Value>(value: Value | null): Value {
  if (value === null) throw new Error('the platform does not know this');
  return value;
}
