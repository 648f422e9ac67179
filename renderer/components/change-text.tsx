import { changeBetween, signedText } from '../lib/change.ts';
import { useFormat } from '../lib/language.ts';

interface ChangeTextProps {
  /** Euros. */
  readonly now: number;
  /** Undefined while the figure before is not read: then nothing is said. */
  readonly before: number | undefined;
  /** `percentage` alone where the difference has a column of its own. */
  readonly shows: 'difference' | 'percentage';
}

/** How much a figure rose or fell: signed, and without a colour, for more is not always better. */
export function ChangeText({ now, before, shows }: ChangeTextProps) {
  const format = useFormat();
  if (before === undefined) return null;
  const { difference, percentage } = changeBetween(now, before);
  if (shows === 'difference') return signedText(difference, format.amount);
  return percentage === null ? '–' : signedText(percentage, format.roundPercentage);
}
