const MOST_CHARACTERS = 31;
const NOT_IN_NAMES = /[[\]:*?/\\\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu;
/** Excel keeps it for its own list of changes. */
const RESERVED = 'history';
const CUT_MARK = '…';

/** Names sheets as Excel takes them, each another one, from the first call to the last. */
export function createSheetNames(): (wanted: string) => string {
  const taken = new Set([RESERVED]);
  return (wanted) => {
    const whole = allowed(wanted);
    let name = shortened(whole, MOST_CHARACTERS);
    for (let count = 2; taken.has(name.toLowerCase()); count += 1) name = numbered(whole, ` (${count})`);
    taken.add(name.toLowerCase());
    return name;
  };
}

function allowed(wanted: string): string {
  const name = trimmed(wanted.replace(NOT_IN_NAMES, '-'));
  return name === '' ? '-' : name;
}

function numbered(whole: string, ending: string): string {
  return shortened(whole, MOST_CHARACTERS - ending.length) + ending;
}

/** Cut behind a word, unless that would leave less than half of the room. */
function shortened(name: string, units: number): string {
  if (name.length <= units) return name;
  const start = cut(name, units - CUT_MARK.length);
  const wordEnd = name[start.length] === ' ' ? start.length : start.lastIndexOf(' ');
  return trimmed(wordEnd < units / 2 ? start : start.slice(0, wordEnd)) + CUT_MARK;
}

/** Neither at its beginning nor at its end may a name have an apostrophe. */
function trimmed(name: string): string {
  return name.replace(/^['\s]+|['\s]+$/g, '');
}

/** Excel counts UTF-16 code units; half a character would be none at all. */
function cut(name: string, units: number): string {
  return name.slice(0, units).replace(/[\uD800-\uDBFF]$/, '');
}
