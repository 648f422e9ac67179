import { Box } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { TurnoverDay } from '../../../../shared/contract/turnover-by-day.ts';
import { FigureLink } from '../../../components/figure-link.tsx';
import { useFormat } from '../../../lib/language.ts';
import type { VatSide } from '../../../lib/vat-side.ts';
import { turnoverOf } from '../period-figures.ts';
import { useDaysText } from '../use-days-text.ts';
import type { PlaceAddresses } from '../use-place-addresses.ts';
import styles from './days-section.module.css';
import type { MonthDay } from './month-days.ts';

interface DaysTableProps {
  readonly days: readonly MonthDay[];
  readonly side: VatSide;
  readonly addresses: PlaceAddresses;
}

/** The same figures as the chart, to be read and opened with the keyboard. */
export function DaysTable({ days, side, addresses }: DaysTableProps) {
  const { t } = useTranslation();
  const { quantity } = useFormat();
  const daysText = useDaysText();
  const title = t('overview.turnoverByDay.title');
  const turnover = t(`overview.turnoverByDay.turnover.${side}`);
  return (
    <Box className={styles.scroller} role="group" tabIndex={0} aria-label={title}>
      <table className={styles.table} aria-label={title}>
        <thead>
          <tr>
            <th scope="col">{t('overview.turnoverByDay.day')}</th>
            <th scope="col">{t('overview.periods.orders')}</th>
            <th scope="col">{turnover}</th>
            <th scope="col">{t('overview.turnoverByDay.comparedDay')}</th>
            <th scope="col">{turnover}</th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ number, day, compared, isUnderWay }) => (
            <tr key={number}>
              <th scope="row">
                {day && dayText(day)}
                {isUnderWay && (
                  <span className={styles.remark}>, {t('overview.turnoverByDay.underWay')}</span>
                )}
              </th>
              <td>{day && quantity(day.orders)}</td>
              <td>{day && <DayTurnover day={day} side={side} addresses={addresses} />}</td>
              <td className={styles.compared}>{compared && dayText(compared)}</td>
              <td className={styles.compared}>
                {compared && <DayTurnover day={compared} side={side} addresses={addresses} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Box>
  );

  function dayText({ date }: TurnoverDay): string {
    return daysText({ from: date, to: date });
  }
}

interface DayTurnoverProps {
  readonly day: TurnoverDay;
  readonly side: VatSide;
  readonly addresses: PlaceAddresses;
}

function DayTurnover({ day, side, addresses }: DayTurnoverProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { date } = day;
  return (
    <FigureLink
      rows={addresses.report({ from: date, to: date })}
      title={t('overview.turnoverByDay.open', { day: format.day(date) })}
    >
      {format.amount(turnoverOf(day, side))}
    </FigureLink>
  );
}
