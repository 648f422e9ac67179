const UNIX_SECONDS = /^\d{1,12}$/;
const RFC_3339 =
  /^(\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))T((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)(\.\d{1,9})?(Z|[+ -](?:[01]\d|2[0-3]):[0-5]\d)$/i;

/**
 * The instant, in milliseconds since the epoch, of an RFC 3339 timestamp with its offset or of Unix seconds; undefined
 * for anything else, such as a day that no calendar has. A fraction beyond milliseconds is cut off. A space is read as
 * the `+` of an offset, which is what becomes of one in a query that was not percent-encoded.
 */
export function instantOfMoment(text: string): number | undefined {
  if (UNIX_SECONDS.test(text)) return Number(text) * 1000;
  const [, date, time, fraction = '', offset] = RFC_3339.exec(text) ?? [];
  if (date === undefined || time === undefined || offset === undefined) return undefined;
  // Date takes the 31st of every month, and answers a day of the next one.
  if (new Date(`${date}T00:00:00Z`).toISOString().slice(0, 10) !== date) return undefined;
  return Date.parse(`${date}T${time}${fraction.slice(0, 4)}${offset.toUpperCase().replace(' ', '+')}`);
}
