import { useTranslation } from 'react-i18next';

export const OFF = 'off';
/** Actions a minute. */
const PACES = { calm: 6, usual: 20, busy: 60 } as const;
type PaceName = keyof typeof PACES;

/** The choice that stands for a pace; not a bare number, which an object would put before its other keys. */
export const choiceOf = (perMinute: number) => `${perMinute}/min`;
export const paceOf = (choice: string) => Number.parseInt(choice, 10);

/** Every choice with its words, slowest first; a pace that was set on the command line is one as well. */
export function usePaceChoices(current: number | null): Readonly<Record<string, string>> {
  const { t } = useTranslation();
  const paces = new Set<number>([...Object.values(PACES), ...(current === null ? [] : [current])]);
  const words = [...paces].sort((left, right) => left - right).map((pace) => [choiceOf(pace), wordsOf(pace)]);
  return { [OFF]: t('live.choiceOff'), ...Object.fromEntries(words) };

  function wordsOf(pace: number): string {
    const rate = t('live.rate', { count: pace });
    const name = (Object.keys(PACES) as PaceName[]).find((candidate) => PACES[candidate] === pace);
    return name ? t('live.named', { name: t(`live.pace.${name}`), rate }) : rate;
  }
}
