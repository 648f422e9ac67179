import { useTranslation } from 'react-i18next';
import type { FinancialReport } from '../../../../shared/contract/financial-report.ts';
import { fromEuros, sumOf, toEuros } from '../../../../shared/money.ts';
import { BarList, type BarRow } from '../../../components/charts/bar-list.tsx';
import { FigureLink } from '../../../components/figure-link.tsx';
import type { Address } from '../../../lib/address/address.ts';
import { itemRowsAddress } from '../../../lib/address/figure-rows.ts';
import { groupRows, reportScope } from '../../../lib/address/report-rows.ts';
import { useFormat } from '../../../lib/language.ts';
import { shareText } from '../../../lib/share-text.ts';
import type { VatSide } from '../../../lib/vat-side.ts';
import type { OverviewQueries } from '../overview-queries.ts';
import type { PlaceAddresses } from '../use-place-addresses.ts';
import { type GroupTurnover, groupTurnovers, roundingOf } from './group-turnovers.ts';
import { MonthSection } from './month-section.tsx';

const SHOWN_GROUPS = 8;

interface GroupsSectionProps {
  readonly query: OverviewQueries['report'];
  readonly side: VatSide;
  readonly addresses: PlaceAddresses;
}

/** The groups that sold most, what the others sold together, and what cash rounding took off. */
export function GroupsSection({ query, side, addresses }: GroupsSectionProps) {
  const { t } = useTranslation();
  const title = t('overview.month.groups');
  return (
    <MonthSection title={title} query={query}>
      {(report) => <Groups label={title} report={report} side={side} addresses={addresses} />}
    </MonthSection>
  );
}

interface GroupsProps extends Omit<GroupsSectionProps, 'query'> {
  readonly label: string;
  readonly report: FinancialReport;
}

function Groups({ label, report, side, addresses }: GroupsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const groups = groupTurnovers(report, side);
  const rest = groups.slice(SHOWN_GROUPS);
  const rounding = roundingOf(report, side);
  if (groups.length === 0 && rounding === 0) return <p>{t('overview.month.empty')}</p>;
  const shown = [
    ...groups.slice(0, SHOWN_GROUPS).map(groupBar),
    ...(rest.length > 0 ? [restBar()] : []),
    ...(rounding === 0 ? [] : [roundingBar()]),
  ];
  return <BarList label={label} rows={shown} />;

  function groupBar({ id, title, amount }: GroupTurnover): BarRow {
    return bar(String(id), title, amount, rowsOf(id, amount));
  }

  function restBar(): BarRow {
    const amount = toEuros(sumOf(rest, (group) => fromEuros(group.amount)));
    const name = t('overview.month.rest', { count: rest.length });
    return bar('rest', name, amount, addresses.report('this-month'), t('overview.month.openRest'));
  }

  function roundingBar(): BarRow {
    return bar('differences', t('overview.month.differences'), rounding, rowsOf(null, rounding));
  }

  function rowsOf(groupId: number | null, amount: number): Address {
    const { figure, filters } = groupRows(groupId);
    return itemRowsAddress({ figure, side, amount }, { ...reportScope(report), ...filters });
  }

  function bar(key: string, name: string, value: number, behind: Address, opens?: string): BarRow {
    const { total, total_wt } = report.turnover_by_group;
    return {
      key,
      name,
      value,
      figure: (
        <FigureLink rows={behind} {...(opens && { title: opens })}>
          {format.amount(value)}
        </FigureLink>
      ),
      aside: shareText(value, side === 'wt' ? total_wt : total, format.roundPercentage),
    };
  }
}
