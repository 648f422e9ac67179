/** `named`: a refusal has to name one of these; empty where there is no name to give. */
type BodyVerdict =
  | { readonly isAccepted: true; readonly credentials: Readonly<Record<string, string>> }
  | { readonly isAccepted: false; readonly status: 400 | 413; readonly named: readonly string[] };

interface Member {
  /** Characters it takes at most. */
  readonly most: number;
  /** What is looked up in the store, not all of which take the character 0. */
  readonly isLookedUp: boolean;
}

const MOST_BYTES = 16 * 1024;
/** Members of a sign-in, all required. */
const MEMBERS: ReadonlyMap<string, Member> = new Map([
  ['account', { most: 200, isLookedUp: true }],
  ['email', { most: 320, isLookedUp: true }],
  ['password', { most: 1_024, isLookedUp: false }],
]);

/** What the contract says of the body of a login or refresh. */
export function judgeBody(bytes: Buffer): BodyVerdict {
  if (bytes.length > MOST_BYTES) return { isAccepted: false, status: 413, named: [] };
  const text = strictText(bytes);
  const value = text === null ? undefined : jsonOf(text);
  if (text === null || value === undefined) return refused();
  const repeated = repeatedNames(text);
  if (repeated.length > 0) return refused(...repeated);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return refused();
  const wrong = wrongMembers(value);
  if (wrong.length > 0) return refused(...wrong);
  return { isAccepted: true, credentials: { ...value } as Record<string, string> };
}

const refused = (...named: string[]): BodyVerdict => ({ isAccepted: false, status: 400, named });

function strictText(bytes: Buffer): string | null {
  const text = bytes.toString('utf8');
  return Buffer.from(text, 'utf8').equals(bytes) ? text : null;
}

/** Undefined where the text is not JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function wrongMembers(body: object): string[] {
  const members = new Map<string, unknown>(Object.entries(body));
  const unknown = [...members.keys()].filter((name) => !MEMBERS.has(name));
  const unfit = [...MEMBERS].filter(([name, member]) => !isTextOf(members.get(name), member)).map(([name]) => name);
  return [...unknown, ...unfit];
}

function isTextOf(value: unknown, { most, isLookedUp }: Member): boolean {
  if (typeof value !== 'string' || value === '' || [...value].length > most) return false;
  return !(isLookedUp && value.includes('\0'));
}

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
