import type { Ground } from '../ground/ground.ts';
import { judgeRow } from './judge-row.ts';
import type { Outcome } from './outcome.ts';
import type { Row, Sides } from './row.ts';

/** Measures both sides by turns. A row that fails has missed its bar, and the others go on. */
export async function measureRow<On extends Pick<Ground, 'clear'>>(
  row: Row<On>,
  ground: On,
  rounds = row.rounds,
): Promise<Outcome> {
  const product: number[] = [];
  const reference: number[] = [];
  let sides: Sides | null = null;
  let failure: string | null = null;
  try {
    sides = await row.prepare(ground);
    for (let round = 0; round < rounds; round += 1) {
      product.push(await sides.product());
      reference.push(await sides.reference());
    }
  } catch (error) {
    failure = error instanceof Error ? error.message : String(error);
  } finally {
    await ground.clear();
  }
  const verdict = judgeRow(row, failure === null ? { product, reference } : { product: [], reference: [] });
  return { row, detail: sides?.detail ?? null, failure, verdict };
}
