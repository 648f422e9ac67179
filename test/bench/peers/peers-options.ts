import { parseArgs } from 'node:util';
import { BIG, type StoreSize } from '../context/big-store.ts';

export const PEERS = ['json-server', 'Directus', 'bare server'] as const;
export type PeerName = (typeof PEERS)[number];

export interface PeersOptions {
  readonly size: StoreSize;
  readonly peers: readonly PeerName[];
  readonly rounds: number;
  /** Where peers are installed and stay; null for a folder that goes with the run. */
  readonly folder: string | null;
  /** False where less was asked for than what is written down. */
  readonly isWhole: boolean;
  readonly showsHelp: boolean;
}

const ROUNDS = 5;

export const PEERS_HELP = `Measures Tilldesk against what one would pick instead, on the same rows: ${PEERS.join(', ')}.

  npm run bench -- peers [options]

  --products N          of the store (${BIG.products})
  --orders N            of two years (${BIG.orders})
  --only NAME           this peer alone; may be given several times
  --rounds N            ${ROUNDS}; medians of less are not written down
  --folder DIR          keeps the installed peers there for the next run
  --help                this text

Needs Linux. Peers come from npm: Directus compiles two native modules for minutes, with Python and a C++ compiler.
Ends with status 1 where a peer cannot be set up or answers something else. A whole run is written to docs/performance.md.`;

/** Throws an error of one sentence. */
export function readPeersOptions(argv: readonly string[]): PeersOptions {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      products: { type: 'string' },
      orders: { type: 'string' },
      only: { type: 'string', multiple: true },
      rounds: { type: 'string' },
      folder: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  const unknown = values.only?.find((name) => !PEERS.some((peer) => peer === name));
  if (unknown !== undefined) throw new Error(`There is no peer ${unknown}; --help names them.`);
  const size = {
    products: readCount('--products', values.products) ?? BIG.products,
    orders: readCount('--orders', values.orders) ?? BIG.orders,
  };
  const rounds = readCount('--rounds', values.rounds) ?? ROUNDS;
  return {
    ...{ size, rounds, folder: values.folder ?? null },
    peers: PEERS.filter((name) => values.only?.includes(name) ?? true),
    isWhole: !values.only && rounds >= ROUNDS && size.products === BIG.products && size.orders === BIG.orders,
    showsHelp: values.help ?? false,
  };
}

function readCount(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new Error(`${option} takes a number from 1 to 9999999, not "${text}".`);
  return Number(text);
}
