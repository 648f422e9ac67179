const isNumber = (text: string, digits: number, most: number) =>
  text.length === digits && [...text].every((sign) => '0123456789'.includes(sign)) && Number(text) <= most;

/** Milliseconds since the epoch of a moment, null for what is none: an RFC 3339 timestamp or Unix seconds. */
export function momentOf(text: string, isDay: (day: string) => boolean): number | null {
  if (text.length >= 1 && text.length <= 12 && isNumber(text, text.length, Number.POSITIVE_INFINITY)) {
    return Number(text) * 1000;
  }
  const [day, separator, time, rest] = [text.slice(0, 10), text[10], text.slice(11, 19), text.slice(19)];
  if (!isDay(day) || separator?.toUpperCase() !== 'T' || !isClock(time)) return null;
  const [fraction, zone] = splitFraction(rest);
  const minutes = offsetMinutes(zone);
  if (fraction === null || minutes === null) return null;
  const atGreenwich = Date.parse(`${day}T${time}Z`) + Math.floor(Number(`0${fraction}`) * 1000 + 1e-6);
  return atGreenwich - minutes * 60_000;
}

function isClock(time: string): boolean {
  const [hours = '', minutes = '', seconds = '', ...more] = time.split(':');
  return more.length === 0 && isNumber(hours, 2, 23) && isNumber(minutes, 2, 59) && isNumber(seconds, 2, 59);
}

/** `.25` and what comes after it; null where there is a point without digits, or with too many. */
function splitFraction(rest: string): [fraction: string | null, zone: string] {
  if (rest[0] !== '.') return ['', rest];
  let end = 1;
  while (isNumber(rest[end] ?? '', 1, 9)) end += 1;
  return end === 1 || end > 10 ? [null, ''] : [rest.slice(0, end), rest.slice(end)];
}

function offsetMinutes(zone: string): number | null {
  if (zone.toUpperCase() === 'Z') return 0;
  const [sign = '', hours, colon, minutes] = [zone[0], zone.slice(1, 3), zone[3], zone.slice(4)];
  if (!'+- '.includes(sign) || sign === '' || colon !== ':') return null;
  if (!isNumber(hours, 2, 23) || !isNumber(minutes, 2, 59)) return null;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}
