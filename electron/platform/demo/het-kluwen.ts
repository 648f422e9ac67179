import type { DemoProfile } from './demo-profile.ts';
import { SECOND_ACCOUNT_IDS } from './id-ranges.ts';
import { SHIPPING } from './vocabulary/gifts-and-services.ts';
import { CRAFTS, FABRICS, YARNS } from './vocabulary/hobby.ts';

/** The small demo account, by which one sees that accounts do not see each other: one wool shop. */
export const HET_KLUWEN: DemoProfile = {
  accountName: 'demo-two',
  ids: SECOND_ACCOUNT_IDS,
  users: [{ email: 'owner@demo-two.example', name: 'Geke Postma', role: 'owner', lockedTo: null }],
  locations: [
    {
      title: 'Deventer',
      street: 'Bergkerkplein',
      house_number: '9',
      postal_code: '7411 EN',
      city: 'Deventer',
    },
  ],
  shops: [
    { title: 'Het Kluwen', type: 'pos', location: 0, weight: 7 },
    { title: 'hetkluwen.example', type: 'webshop', location: null, weight: 3 },
  ],
  groups: [
    {
      code: '8000',
      title: 'Garens & stoffen',
      ranges: [
        { ...YARNS, count: 22 },
        { ...FABRICS, count: 6 },
      ],
    },
    { code: '8010', title: 'Hobby', ranges: [{ ...CRAFTS, count: 8 }] },
    { code: '8020', title: 'Verzending', ranges: [SHIPPING] },
  ],
  customerCount: 30,
  ordersPerDay: 2.4,
};
