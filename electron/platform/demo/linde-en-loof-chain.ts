import { scaleGroups } from './chain-groups.ts';
import type { DemoProfile } from './demo-profile.ts';
import { CHAIN_ACCOUNT_IDS } from './id-ranges.ts';
import { LINDE_EN_LOOF } from './linde-en-loof.ts';

export interface ChainSize {
  readonly products: number;
  readonly orders: number;
  readonly days: number;
}

const ORDERS_PER_CUSTOMER = 20;
/** Two of every kind of customer: a company, and one from each country. */
const FEWEST_CUSTOMERS = 72;

/** Linde & Loof some years on: six stores with eight tills, fuller baskets, and as large as it is asked to be. */
export function lindeEnLoofChain({ products, orders, days }: ChainSize): DemoProfile {
  return {
    ...LINDE_EN_LOOF,
    ids: CHAIN_ACCOUNT_IDS,
    locations: [
      ...LINDE_EN_LOOF.locations,
      {
        title: 'Eindhoven',
        street: 'Kleine Berg',
        house_number: '27',
        postal_code: '5611 JS',
        city: 'Eindhoven',
      },
      {
        title: 'Groningen',
        street: 'Oude Kijk in ’t Jatstraat',
        house_number: '42',
        postal_code: '9712 EJ',
        city: 'Groningen',
      },
      {
        title: 'Amersfoort',
        street: 'Krommestraat',
        house_number: '15a',
        postal_code: '3811 CA',
        city: 'Amersfoort',
      },
    ],
    shops: [
      { title: 'Linde & Loof Utrecht, kassa 1', type: 'pos', location: 0, weight: 17 },
      { title: 'Linde & Loof Utrecht, kassa 2', type: 'pos', location: 0, weight: 9 },
      { title: 'Linde & Loof Haarlem, kassa 1', type: 'pos', location: 1, weight: 10 },
      { title: 'Linde & Loof Haarlem, kassa 2', type: 'pos', location: 1, weight: 4 },
      { title: 'Linde & Loof Zwolle', type: 'pos', location: 2, weight: 8 },
      { title: 'Linde & Loof Eindhoven', type: 'pos', location: 3, weight: 9 },
      { title: 'Linde & Loof Groningen', type: 'pos', location: 4, weight: 7 },
      { title: 'Linde & Loof Amersfoort', type: 'pos', location: 5, weight: 6 },
      { title: 'lindeenloof.example', type: 'webshop', location: null, weight: 30 },
    ],
    groups: scaleGroups(LINDE_EN_LOOF.groups, products),
    customerCount: Math.max(FEWEST_CUSTOMERS, Math.round(orders / ORDERS_PER_CUSTOMER)),
    ordersPerDay: orders / days,
    basketSizes: [
      [1, 26],
      [2, 24],
      [3, 18],
      [4, 13],
      [5, 10],
      [6, 9],
    ],
  };
}
