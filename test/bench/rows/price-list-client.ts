import { writeFile } from 'node:fs/promises';
import { openSession } from '../../examples/price-list-client/api-session.ts';
import { systemClock } from '../../examples/price-list-client/clock.ts';
import { readPriceList } from '../../examples/price-list-client/read-price-list.ts';
import { toCsv } from '../../examples/price-list-client/to-csv.ts';
import { OWNER } from '../ground/api-connection.ts';
import type { Row } from '../harness/row.ts';
import { timeOf } from '../probes/time-of.ts';
import { writePlainPriceList } from './plain-price-list.ts';

export const priceListClient: Row = {
  name: 'export-by-api',
  measured: "price list to CSV through the HTTP API, with the specification's join",
  comparedWith: 'plain SQL and the plainest loop',
  unit: 'ms',
  comparison: 'ratio',
  bar: { atMost: 8 },
  rounds: 3,
  async prepare(ground) {
    const { apiAddress } = await ground.startProduct();
    const refuse = (sentence: string) => {
      throw new Error(`the client had to wait: ${sentence}`);
    };
    const connection = { address: apiAddress, fetch, clock: systemClock, tell: refuse };
    const session = await openSession(connection, OWNER);
    const [file, plainFile] = [ground.scratchFile('client.csv'), ground.scratchFile('plain.csv')];
    const write = async () => {
      const list = await readPriceList(session, systemClock, 'NL');
      await writeFile(file, toCsv(list));
      return list.length;
    };
    const rows = await writePlainPriceList(ground, plainFile);
    const read = await write();
    if (rows !== read) throw new Error(`the client read ${read} rows, the query ${rows}`);
    return {
      product: () => timeOf(write),
      reference: () => timeOf(() => writePlainPriceList(ground, plainFile)),
    };
  },
};
