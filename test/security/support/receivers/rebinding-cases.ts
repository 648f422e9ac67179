import { ALLOWED_ADDRESS as GOOD } from './canary.ts';

/** How a name changes between the subscription and the connections. */
export interface RebindingCase {
  readonly name: string;
  /** Null: it does not resolve. */
  readonly atSubscription: readonly string[] | null;
  /** One for each connection; those with a bad address have to be refused. */
  readonly atConnections: readonly (readonly string[])[];
}

const PUBLIC = ['93.184.216.34'];
const PUBLIC_BOTH = ['93.184.216.34', '2606:4700::1111'];

/** What leads to this computer, written as a resolver may. */
const OWN_ADDRESSES: readonly string[] = [
  '127.0.0.1',
  '127.9.9.9',
  '0.0.0.0',
  '::1',
  '::',
  '0:0:0:0:0:0:0:1',
  '::ffff:127.0.0.1',
  '::FFFF:7f00:1',
];

const OTHER_ADDRESSES: readonly string[] = [
  '::127.0.0.1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '10.0.0.5',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  'fd00::1',
  'fe80::1%lo',
  'fec0::1',
  'not an address',
];

function casesOf(bad: string): readonly RebindingCase[] {
  const later = (name: string, ...atConnections: readonly (readonly string[])[]): RebindingCase => ({
    name: `${name}: ${bad}`,
    atSubscription: PUBLIC,
    atConnections,
  });
  return [
    later('changed after the subscription', [bad]),
    later('bad beside good', [GOOD, bad]),
    later('good beside bad', [bad, GOOD]),
    later('bad among many', [GOOD, GOOD, bad, GOOD]),
    later('bad of the other family too', [GOOD, bad, '::1']),
    later('changed after a good connection', [GOOD], [bad]),
    later('changing at each lookup', [bad], [GOOD], [bad], [GOOD, bad]),
    { ...later('did not resolve before', [bad]), atSubscription: null },
    { ...later('both families before', [bad, bad]), atSubscription: PUBLIC_BOTH },
    { ...later('bad at once', [bad]), atSubscription: [...PUBLIC_BOTH, bad] },
  ];
}

export const OWN_REBINDINGS = OWN_ADDRESSES.flatMap(casesOf);
export const REBINDINGS = [...OWN_REBINDINGS, ...OTHER_ADDRESSES.flatMap(casesOf)];
