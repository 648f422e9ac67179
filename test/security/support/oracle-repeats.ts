/** The member names that some object of a JSON text has more than once, read sign by sign. */
export function repeatedNames(json: string): string[] {
  const repeated: string[] = [];
  /** Names of the objects around; null stands for an array. */
  const around: (Set<string> | null)[] = [];
  let isName = false;
  for (let at = 0; at < json.length; at += 1) {
    const sign = json[at];
    if (sign === '{') around.push(new Set());
    if (sign === '[') around.push(null);
    if (sign === '}' || sign === ']') around.pop();
    if (sign === '{' || sign === ',') isName = around.at(-1) instanceof Set;
    if (sign === ':') isName = false;
    if (sign !== '"') continue;
    const end = endOfString(json, at);
    if (isName) {
      const name: string = JSON.parse(json.slice(at, end));
      const names = around.at(-1);
      if (names?.has(name)) repeated.push(name);
      names?.add(name);
    }
    at = end - 1;
  }
  return repeated;
}

function endOfString(json: string, begin: number): number {
  let at = begin + 1;
  while (json[at] !== '"') at += json[at] === '\\' ? 2 : 1;
  return at + 1;
}
