import { parseArgs } from 'node:util';
import type { LoadSize } from './measure-set-up.ts';

/** Programs side by side on one store, under the same load. */
export interface SetUp {
  readonly name: string;
  readonly database: 'SQLite' | 'PostgreSQL';
  readonly instances: number;
}

/** A data file of SQLite belongs to one program. */
const SET_UPS: readonly SetUp[] = [
  { name: 'sqlite-1', database: 'SQLite', instances: 1 },
  { name: 'postgres-1', database: 'PostgreSQL', instances: 1 },
  { name: 'postgres-2', database: 'PostgreSQL', instances: 2 },
  { name: 'postgres-4', database: 'PostgreSQL', instances: 4 },
];

export interface ClusterOptions extends LoadSize {
  readonly setUps: readonly SetUp[];
  /** False where less was asked for than what is written down. */
  readonly isWhole: boolean;
  readonly showsHelp: boolean;
}

const WHOLE: LoadSize = { clients: 200, seconds: 60 };

export const CLUSTER_HELP = `Measures one, two and four programs on one database under a mixed load.

  npm run bench -- cluster [options]

  --clients N           that ask at the same time (${WHOLE.clients})
  --seconds N           of load on each set-up (${WHOLE.seconds})
  --only NAME           this set-up alone; may be given several times: ${SET_UPS.map(({ name }) => name).join(', ')}
  --help                this text

Needs the programs of PostgreSQL 15 or later on this computer, and Linux. A whole run is written to
test/bench/cluster/README.md.`;

/** Throws an error of one sentence. */
export function readClusterOptions(argv: readonly string[]): ClusterOptions {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      clients: { type: 'string' },
      seconds: { type: 'string' },
      only: { type: 'string', multiple: true },
      help: { type: 'boolean' },
    },
  });
  const unknown = values.only?.find((name) => !SET_UPS.some((setUp) => setUp.name === name));
  if (unknown !== undefined) throw new Error(`There is no set-up ${unknown}; --help names them.`);
  const size = {
    clients: readCount('--clients', values.clients) ?? WHOLE.clients,
    seconds: readCount('--seconds', values.seconds) ?? WHOLE.seconds,
  };
  return {
    ...size,
    setUps: SET_UPS.filter(({ name }) => values.only?.includes(name) ?? true),
    isWhole: !values.only && size.clients === WHOLE.clients && size.seconds === WHOLE.seconds,
    showsHelp: values.help ?? false,
  };
}

function readCount(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new Error(`${option} takes a number from 1 to 9999, not "${text}".`);
  return Number(text);
}
