import type { Row } from '../harness/measure-row.ts';

export const start: Row = {
  name: 'start',
  measured: 'start of the program on the existing store to listening',
  comparedWith: 'start of an empty Fastify',
  unit: 'ms',
  comparison: 'ratio',
  bar: { atMost: 1.5 },
  rounds: 5,
  async prepare(benchContext) {
    const product = async () => {
      const running = await benchContext.startProduct();
      await benchContext.stop(running);
      return running.startMs;
    };
    const reference = async () => {
      const running = await benchContext.startEmptyFastify();
      await benchContext.stop(running);
      return running.startMs;
    };
    await product();
    await reference();
    return { product, reference };
  },
};
