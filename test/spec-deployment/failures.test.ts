import { describe, expect, it } from 'vitest';
import { listOrders } from '../../shared/contract/orders.ts';
import { openFaces } from './faces.ts';

const OCTOBER = { from: '2026-10-01', to: '2026-10-31' };

/** A person does not click more often. */
const BETWEEN_CLICKS_MS = 1_000;

describe('a deployment whose orders fail', () => {
  it('is asked at each click on "Try again", however often it failed, and answers at the first click that it can', async () => {
    const { deployment, program, readApi } = await openFaces({ fails: [listOrders.path] });
    const clicks: boolean[] = [];
    for (let click = 0; click < 20; click += 1) {
      const before = deployment.requests.length;
      expect(await readApi(listOrders.path, OCTOBER)).toMatchObject({ status: 502 });
      clicks.push(deployment.requests.slice(before).some((request) => request.includes(listOrders.path)));
      program.clock.advance(BETWEEN_CLICKS_MS);
    }
    expect(clicks).toEqual(Array(20).fill(true));

    deployment.set({ fails: [] });
    expect(await readApi(listOrders.path, OCTOBER)).toMatchObject({ status: 200 });
  });
});
