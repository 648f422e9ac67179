import { addDays } from '../../../shared/calendar.ts';
import { openApi } from '../ground/running-product.ts';
import type { Row } from '../harness/row.ts';
import { medianTime, timeOf } from '../probes/time-of.ts';
import { reportTarget, sumItems } from './financial-report.ts';

const REQUESTS = 10;

export const report: Row = {
  name: 'report',
  measured: 'report over 24 months through the API',
  comparedWith: 'one SQL query over its items',
  unit: 'ms',
  comparison: 'ratio',
  bar: { atMost: 0.02 },
  rounds: 3,
  async prepare(ground) {
    const api = await openApi(await ground.startProduct());
    const target = reportTarget(ground.shop.twoYears);
    await api.read(target);
    return {
      product: () => medianTime(REQUESTS, () => api.time(target)),
      reference: () => timeOf(() => sumItems(ground, ground.shop.twoYears)),
    };
  },
};

export const raggedReport: Row = {
  name: 'report-ragged',
  measured: 'report over 24 months less a day at each end',
  comparedWith: 'over 24 months',
  unit: 'ms',
  comparison: 'ratio',
  bar: { atMost: 3 },
  rounds: 5,
  async prepare(ground) {
    const api = await openApi(await ground.startProduct());
    const { from, to } = ground.shop.twoYears;
    const ragged = reportTarget({ from: addDays(from, 1), to: addDays(to, -1) });
    const whole = reportTarget({ from, to });
    await api.read(ragged);
    await api.read(whole);
    return {
      product: () => medianTime(REQUESTS, () => api.time(ragged)),
      reference: () => medianTime(REQUESTS, () => api.time(whole)),
    };
  },
};
