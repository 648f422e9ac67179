const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\]:]/g;

/**
 * The first member name that an object of `json`, a text known to be JSON, has twice; null where there is none.
 * `JSON.parse` silently keeps the last one, so that two readers of one body could see different values. Goes
 * over the tokens without recursion: depth costs no stack.
 */
export function findRepeatedMember(json: string): string | null {
  const open: Set<string>[] = [];
  let before = '';
  for (const [token] of json.matchAll(TOKENS)) {
    if (token === '{' || token === '[') open.push(new Set());
    if (token === '}' || token === ']') open.pop();
    if (token === ':') {
      const name: string = JSON.parse(before);
      if (open.at(-1)?.has(name)) return name;
      open.at(-1)?.add(name);
    }
    before = token;
  }
  return null;
}
