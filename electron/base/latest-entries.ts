/**
 * Sets an entry as the latest one of a map that holds `most` of them. The one that was set longest ago goes first, to
 * `onDropped`: an entry that is set again whenever it is used stays.
 */
export function setLatest<Key, Value>(
  map: Map<Key, Value>,
  key: Key,
  value: Value,
  most: number,
  onDropped?: (value: Value) => void,
): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map;
  if (oldest === undefined || map.size <= most) return;
  map.delete(oldest[0]);
  onDropped?.(oldest[1]);
}
