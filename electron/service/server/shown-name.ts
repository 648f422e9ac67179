const LONGEST = 100;

/** The name of a parameter or member as a message repeats it: a client may send one without end. */
export function shownName(name: string): string {
  return name.length > LONGEST ? `${name.slice(0, LONGEST)}…` : name;
}
