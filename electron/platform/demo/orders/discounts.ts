import type { Amount } from '../../../../shared/money.ts';
import type { Random } from '../prng.ts';
import { CENT, percentOf } from '../sale-price.ts';
import { type BothSides, discounted } from './item-lines.ts';
import type { PlannedItem } from './planned-order.ts';

const DISCOUNTED_ORDERS = 0.108;
const LINE_PERCENTAGES = [10, 15, 20, 25, 30, 50, 70];
const ORDER_PERCENTAGES = [5, 10, 15];

type Discounting = (random: Random, lines: readonly PlannedItem[]) => PlannedItem[];

const DISCOUNTINGS: readonly (readonly [discounting: Discounting, weight: number])[] = [
  [percentOffOneLine, 34],
  [percentOffAllLines, 22],
  [amountOffOneLine, 16],
  [everythingOff, 9],
  [oneCentOff, 9],
  [correction, 10],
];

/** About one order in ten has a discount. Every line given has to be a product line. */
export function withDiscounts(random: Random, lines: readonly PlannedItem[]): readonly PlannedItem[] {
  return random.chance(DISCOUNTED_ORDERS) ? random.weighted(DISCOUNTINGS)(random, lines) : lines;
}

function percentOffOneLine(random: Random, lines: readonly PlannedItem[]): PlannedItem[] {
  const percent = random.pick(LINE_PERCENTAGES);
  return onOneLine(random, lines, (line) => shareOf(line, percent));
}

function percentOffAllLines(random: Random, lines: readonly PlannedItem[]): PlannedItem[] {
  const percent = random.pick(ORDER_PERCENTAGES);
  return lines.map((line) => discounted(line, shareOf(line, percent)));
}

function amountOffOneLine(random: Random, lines: readonly PlannedItem[]): PlannedItem[] {
  const wanted = random.whole(2, 20) * 50 * CENT;
  return onOneLine(random, lines, (line) =>
    inProportion(line, Math.min(wanted, percentOf(line.value_wt, 50))),
  );
}

function everythingOff(_random: Random, lines: readonly PlannedItem[]): PlannedItem[] {
  return lines.map((line) => discounted(line, { wt: line.value_wt, ex: line.value_ex }));
}

function oneCentOff(random: Random, lines: readonly PlannedItem[]): PlannedItem[] {
  return onOneLine(random, lines, () => ({ wt: CENT, ex: CENT }));
}

/** Too little was rung up before, so this makes the line dearer: a negative discount. */
function correction(random: Random, lines: readonly PlannedItem[]): PlannedItem[] {
  const extra = random.whole(1, 30) * 25 * CENT;
  return onOneLine(random, lines, (line) => {
    const { wt, ex } = inProportion(line, extra);
    return { wt: 0 - wt, ex: 0 - ex };
  });
}

function onOneLine(
  random: Random,
  lines: readonly PlannedItem[],
  discountOn: (line: PlannedItem) => BothSides,
): PlannedItem[] {
  const chosen = random.pick(lines);
  return lines.map((line) => (line === chosen ? discounted(line, discountOn(line)) : line));
}

function shareOf(line: PlannedItem, percent: number): BothSides {
  return { wt: percentOf(line.value_wt, percent), ex: percentOf(line.value_ex, percent) };
}

/** An amount that includes VAT, with the other side in the proportion of the line. */
function inProportion(line: PlannedItem, wt: Amount): BothSides {
  if (line.value_wt === 0) return { wt, ex: wt };
  return { wt, ex: Math.round((wt * line.value_ex) / (line.value_wt * CENT)) * CENT };
}
