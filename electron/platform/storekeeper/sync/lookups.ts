/** What a mapping, which is synchronous, asks the store for: read before it, or between two attempts of it. */
export interface Lookup<Key extends string | number, Value> {
  /** Throws where the answer has not been read, for `mapWithLookups` to read it. */
  get(key: Key): Value;
  /** Reads the answers for these keys in one query, but for those that are there. */
  load(keys: Iterable<Key>): Promise<void>;
  /** The answer from now on: for a row that this transaction is going to write. */
  set(key: Key, value: Value): void;
}

/** `read` answers those of the keys that it finds; the others have the value `otherwise`. */
export function createLookup<Key extends string | number, Value>(
  read: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
  otherwise: Value,
): Lookup<Key, Value> {
  const answers = new Map<Key, Value>();

  async function load(keys: Iterable<Key>): Promise<void> {
    const missing = [...new Set(keys)].filter((key) => !answers.has(key));
    if (missing.length === 0) return;
    const found = await read(missing);
    for (const key of missing) answers.set(key, found.has(key) ? (found.get(key) as Value) : otherwise);
  }

  return {
    load,
    set: (key, value) => void answers.set(key, value),
    get(key) {
      if (!answers.has(key)) throw new NotLoaded(() => load([key]));
      return answers.get(key) as Value;
    },
  };
}

class NotLoaded extends Error {
  override readonly name = 'NotLoaded';
  readonly load: () => Promise<void>;

  constructor(load: () => Promise<void>) {
    super('the mapping asks for what was not read');
    this.load = load;
  }
}

/**
 * Maps, and maps again after each answer that was missing. `map` may call `get` of lookups, and must change nothing before
 * its last `get`. What most records need is loaded beforehand: each missing answer costs an attempt.
 */
export async function mapWithLookups<Result>(map: () => Result): Promise<Result> {
  for (;;) {
    try {
      return map();
    } catch (error) {
      if (!(error instanceof NotLoaded)) throw error;
      await error.load();
    }
  }
}
