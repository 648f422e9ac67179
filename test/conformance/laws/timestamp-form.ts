const NAMES = ['date_purchased', 'date_updated', 'date_paid', 'date_created', 'generated_at'];
const timeZone = 'Europe/Amsterdam';
// To make one takes as long as to format many moments.
const LOCAL_TIME = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
const OFFSET = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
const FORM = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/;

/** Moments of an answer that do not carry the Amsterdam offset of that moment. */
export function strangeTimestampsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    NAMES.includes(key) ? strange(member) : strangeTimestampsIn(member),
  );
}

function strange(text: unknown): string[] {
  const isRight = typeof text === 'string' && FORM.test(text) && amsterdamTime(Date.parse(text)) === text;
  return isRight ? [] : [String(text)];
}

/** By the zone data of the machine, not by the program's own calendar. */
export function amsterdamTime(instant: number): string {
  const offset = OFFSET.format(instant).split('GMT')[1];
  return `${LOCAL_TIME.format(instant).replace(' ', 'T')}${offset || '+00:00'}`;
}
