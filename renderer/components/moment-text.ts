import { formatTimestamp } from '../../shared/calendar.ts';
import { useFormat } from '../lib/language.ts';
import { useToday } from './period-picker/chosen-period.ts';

/** A time of the contract as `21-11-2026 13:00`, by the clock of the shop whatever its offset. */
export function useMomentText(): (timestamp: string) => string {
  const { dateTime } = useFormat();
  return (timestamp) => dateTime(formatTimestamp(Date.parse(timestamp)));
}

/** The same for a time that is likely to be today: then `16:40`. */
export function useSoonText(): (timestamp: string) => string {
  const { dateTime } = useFormat();
  const today = useToday();
  return (timestamp) => {
    const local = formatTimestamp(Date.parse(timestamp));
    return local.slice(0, 10) === today ? local.slice(11, 16) : dateTime(local);
  };
}
