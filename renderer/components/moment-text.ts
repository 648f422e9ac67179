import { formatTimestamp } from '../../shared/calendar.ts';
import { useFormat } from '../lib/language.ts';
import { useToday } from './period-picker/chosen-period.ts';

/** Formats a timestamp of the contract in the shop's time zone: `21-11-2026 13:00`. */
export function useFormatTimestamp(): (timestamp: string) => string {
  const { dateTime } = useFormat();
  return (timestamp) => dateTime(formatTimestamp(Date.parse(timestamp)));
}

/** The same, but only the time if it is today: `16:40`. */
export function useFormatSoon(): (timestamp: string) => string {
  const { dateTime } = useFormat();
  const today = useToday();
  return (timestamp) => {
    const local = formatTimestamp(Date.parse(timestamp));
    return local.slice(0, 10) === today ? local.slice(11, 16) : dateTime(local);
  };
}
