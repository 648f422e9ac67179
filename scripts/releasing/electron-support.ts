/**
 * When each major version of Electron came out. To be added to with each one: the newest three are supported, and a new
 * one comes every eight weeks.
 */
const RELEASED: Readonly<Record<string, string>> = {
  43: '2026-07-01',
  44: '2026-08-25',
  45: '2026-10-21',
};

const SUPPORTED_MAJORS = 3;
const SUPPORTED_DAYS = SUPPORTED_MAJORS * 8 * 7;
const DAY_MS = 86_400_000;

/** Why this Electron must not be shipped on this day; null where nothing is known against it. */
export function electronTrouble(version: string, today: Date): string | null {
  const [major = ''] = version.split('.');
  const newest = Object.keys(RELEASED).sort((one, other) => Number(other) - Number(one));
  const released = RELEASED[major];
  if (released === undefined || !newest.slice(0, SUPPORTED_MAJORS).includes(major)) {
    return `Electron ${version} is none of the supported ${newest.slice(0, SUPPORTED_MAJORS).join(', ')}.`;
  }
  const end = new Date(Date.parse(released) + SUPPORTED_DAYS * DAY_MS);
  if (today < end) return null;
  return `The support of Electron ${major} ended by ${end.toISOString().slice(0, 10)}.`;
}
