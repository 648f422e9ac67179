const MOST_CHARACTERS = 31;
const NOT_IN_NAMES = /[[\]:*?/\\\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu;
/** Excel keeps it for its own list of changes. */
const RESERVED = 'history';

/** Names sheets as Excel takes them, each another one, from the first call to the last. */
export function createSheetNames(): (wanted: string) => string {
  const taken = new Set([RESERVED]);
  return (wanted) => {
    const base = allowed(wanted);
    let name = base;
    for (let count = 2; taken.has(name.toLowerCase()); count += 1) name = numbered(base, ` (${count})`);
    taken.add(name.toLowerCase());
    return name;
  };
}

function allowed(wanted: string): string {
  const name = trimmed(cut(trimmed(wanted.replace(NOT_IN_NAMES, '-')), MOST_CHARACTERS));
  return name === '' ? '-' : name;
}

function numbered(base: string, ending: string): string {
  return cut(base, MOST_CHARACTERS - ending.length) + ending;
}

/** Neither at its beginning nor at its end may a name have an apostrophe. */
function trimmed(name: string): string {
  return name.replace(/^['\s]+|['\s]+$/g, '');
}

/** Excel counts UTF-16 code units; half a character would be none at all. */
function cut(name: string, units: number): string {
  return name.slice(0, units).replace(/[\uD800-\uDBFF]$/, '');
}
