import { formatCells, formatNumber } from '../harness/format-table.ts';
import { median } from '../harness/percentile.ts';

export type Unit = 'requests/s' | 'ms' | 's' | 'MB';

/**
 * Tilldesk must be this many times as good as the bare server and better than the others, or reach a figure in the unit
 * of the row.
 */
export type Floor = { readonly timesBareServer: number } | { readonly atMost: number };

/** One row of the table. */
export interface MeasuredRow {
  readonly measured: string;
  readonly unit: Unit;
  readonly floor: Floor | null;
  /** The figures of the rounds of each measured program; `null` if it cannot do it. */
  readonly figures: Readonly<Record<string, readonly number[] | null>>;
}

export function createRow(measured: string, unit: Unit, floor: Floor | null) {
  const figures: Record<string, number[] | null> = {};
  const row: MeasuredRow = { measured, unit, floor, figures };
  return {
    row,
    add(program: string, figure: number | null) {
      if (figure === null) figures[program] = null;
      else figures[program] = [...(figures[program] ?? []), figure];
    },
  };
}

const OWN = 'Tilldesk';
const BARE_SERVER = 'bare server';

/** How many times better Tilldesk is than a peer; below 1 it is worse. NaN if one of them has no figure. */
function leadOver({ unit, figures }: MeasuredRow, peer: string): number {
  const [own, other] = [median(figures[OWN] ?? []), median(figures[peer] ?? [])];
  if (!(own > 0 && other > 0)) return Number.NaN;
  return unit === 'requests/s' ? own / other : other / own;
}

/** `null` if the row has no floor. */
function reachesFloor(row: MeasuredRow): boolean | null {
  const { floor, figures } = row;
  if (floor === null) return null;
  if ('atMost' in floor) return median(figures[OWN] ?? []) <= floor.atMost;
  const others = Object.keys(figures).filter((program) => program !== OWN && program !== BARE_SERVER);
  return (
    leadOver(row, BARE_SERVER) >= floor.timesBareServer &&
    others.map((peer) => leadOver(row, peer)).every((lead) => Number.isNaN(lead) || lead >= 1)
  );
}

export function missesFloor(row: MeasuredRow): boolean {
  return reachesFloor(row) === false;
}

/** A column for each program, Tilldesk first. The lead over a peer follows its figure. */
export function peersTable(peers: readonly string[], rows: readonly MeasuredRow[]): string {
  const cells = rows.map((row) => [
    ...[row.measured, row.unit, figureInCell(row, OWN)],
    ...peers.map((peer) => peerInCell(row, peer)),
    ...[floorInCell(row), verdictInCell(row)],
  ]);
  const rightAligned = new Set([OWN, ...peers, 'Floor'].map((_, at) => at + 2));
  return formatCells([['Measured', 'Unit', OWN, ...peers, 'Floor', 'Met'], ...cells], rightAligned);
}

function figureInCell({ figures }: MeasuredRow, program: string): string {
  const measured = figures[program];
  if (measured === undefined) return '';
  return measured === null ? 'cannot' : formatNumber(median(measured));
}

function peerInCell(row: MeasuredRow, peer: string): string {
  const figure = figureInCell(row, peer);
  const lead = leadOver(row, peer);
  if (Number.isNaN(lead)) return figure;
  return lead < 1 ? `${figure} (**${formatNumber(lead)}**)` : `${figure} (${formatNumber(lead)})`;
}

function floorInCell({ floor, unit }: MeasuredRow): string {
  if (floor === null) return '';
  return 'atMost' in floor
    ? `≤ ${formatNumber(floor.atMost)} ${unit}`
    : `≥ ${formatNumber(floor.timesBareServer)} × bare`;
}

function verdictInCell(row: MeasuredRow): string {
  const isReached = reachesFloor(row);
  if (isReached === null) return '';
  return isReached ? 'yes' : 'MISSED';
}
