import { formatCells, formatNumber } from '../harness/format-table.ts';
import { median } from '../harness/percentile.ts';

export type Unit = 'requests/s' | 'ms' | 'MB';

/** One row of the table. */
export interface MeasuredRow {
  readonly measured: string;
  readonly unit: Unit;
  /** The figures of the rounds of each program; null where it cannot do it. */
  readonly figures: Readonly<Record<string, readonly number[] | null>>;
}

const OWN = 'Tilldesk';

/** How many times better the product is than another: below 1 it loses. NaN where one of them has no figure. */
function leadOf(unit: Unit, own: number, other: number): number {
  if (!(own > 0 && other > 0)) return Number.NaN;
  return unit === 'requests/s' ? own / other : other / own;
}

/** A column for each program, the product first; behind the figure of another is the lead over it. */
export function peersTable(peers: readonly string[], rows: readonly MeasuredRow[]): string {
  const cells = rows.map(({ measured, unit, figures }) => {
    const middleOf = (program: string) => median(figures[program] ?? []);
    const cellOf = (program: string) => (figures[program] === null ? 'cannot' : formatNumber(middleOf(program)));
    const cellsOfPeers = peers.map((peer) => {
      const lead = leadOf(unit, middleOf(OWN), middleOf(peer));
      return Number.isNaN(lead) ? cellOf(peer) : `${cellOf(peer)} (${leadInCell(lead)})`;
    });
    return [measured, unit, cellOf(OWN), ...cellsOfPeers];
  });
  const rightAligned = new Set([OWN, ...peers].map((_, at) => at + 2));
  return formatCells([['Measured', 'Unit', OWN, ...peers], ...cells], rightAligned);
}

function leadInCell(lead: number): string {
  return lead < 1 ? `**${formatNumber(lead)}**` : formatNumber(lead);
}
