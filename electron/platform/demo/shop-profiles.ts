import {
  CHAIN_ACCOUNT_IDS,
  type DemoGroup,
  type DemoLocation,
  type DemoProfile,
  FIRST_ACCOUNT_IDS,
  type ProductRange,
  SECOND_ACCOUNT_IDS,
} from './demo-profile.ts';
import * as food from './vocabulary/books-and-food.ts';
import * as garden from './vocabulary/garden.ts';
import * as gifts from './vocabulary/gifts-and-services.ts';
import * as hobby from './vocabulary/hobby.ts';
import * as home from './vocabulary/home.ts';
import * as kitchen from './vocabulary/kitchen.ts';

/** The main demo account: a chain for home, garden, hobby and gifts with three stores and a webshop. */
export const LINDE_EN_LOOF: DemoProfile = {
  accountName: 'demo',
  company: {
    name: 'Linde & Loof',
    street: 'Lijnmarkt 38',
    postcode: '3511 KJ',
    city: 'Utrecht',
    kvk: '30287654',
    vat: 'NL123456789B13',
    phone: '030 123 45 67',
    email: 'winkel@lindeenloof.example',
    website: 'www.lindeenloof.example',
    iban: 'NL91 ABNA 0417 1643 00',
  },
  ids: FIRST_ACCOUNT_IDS,
  users: [
    { email: 'owner@demo.example', name: 'Marloes van der Linden', role: 'owner', lockedTo: null },
    { email: 'accounts@demo.example', name: 'Ruud Schouten', role: 'accountant', lockedTo: null },
    { email: 'utrecht@demo.example', name: 'Aïsha Bakker', role: 'staff', lockedTo: 0 },
  ],
  locations: [
    createLocation('Utrecht', 'Lijnmarkt', '38', '3511 KJ'),
    createLocation('Haarlem', 'Gedempte Oude Gracht', '74-76', '2011 GT'),
    createLocation('Zwolle', 'Diezerstraat', '61a', '8011 RC'),
  ],
  shops: [
    { title: 'Linde & Loof Utrecht, kassa 1', type: 'pos', location: 0, weight: 25 },
    { title: 'Linde & Loof Utrecht, kassa 2', type: 'pos', location: 0, weight: 14 },
    { title: 'Linde & Loof Haarlem', type: 'pos', location: 1, weight: 15 },
    { title: 'Linde & Loof Zwolle', type: 'pos', location: 2, weight: 12 },
    { title: 'Linde & Loof webshop', type: 'webshop', location: null, weight: 34 },
  ],
  groups: [
    { code: '8000', title: 'Wonen & decoratie', ranges: [home.VASES_AND_CANDLES, home.SMALL_FURNITURE] },
    { code: '8010', title: 'Keukengerei', ranges: [kitchen.PANS, kitchen.KITCHEN_TOOLS, kitchen.BAKEWARE] },
    { code: '8020', title: 'Servies & glas', ranges: [kitchen.TABLEWARE, kitchen.GLASSWARE] },
    {
      code: '8030',
      title: 'Tuingereedschap & potten',
      ranges: [garden.GARDEN_TOOLS, garden.POTS_AND_OUTDOOR, garden.SOLAR_PANELS],
    },
    { code: '8040', title: 'Planten & bloemen', ranges: [garden.PLANTS] },
    { code: '8050', title: 'Zaden & bollen', ranges: [garden.BULBS, garden.SEEDS] },
    { code: '8060', title: 'Hobby & creatief', ranges: [hobby.CRAFTS, hobby.PAINTING] },
    { code: '8070', title: 'Stoffen & garen', ranges: [hobby.FABRICS, hobby.YARNS] },
    { code: '8080', title: 'Boeken & tijdschriften', ranges: [food.BOOKS, food.HOBBY_BOOKS] },
    {
      code: '8090',
      title: 'Koffie, thee & delicatessen',
      ranges: [food.SWEETS, food.COFFEE_AND_DELI, food.LOOSE_FOOD],
    },
    { code: '8100', title: 'Speelgoed & spellen', ranges: [hobby.TOYS, hobby.GAMES] },
    {
      code: '8110',
      title: 'Cadeaus & kaarten',
      ranges: [gifts.GIFTS, gifts.CARDS, gifts.STAMPS, gifts.DIFFICULT_TITLES],
    },
    { code: '8120', title: 'Textiel & verlichting', ranges: [home.TEXTILE, home.LIGHTING] },
    {
      code: '8130',
      title: 'Diensten & verzending',
      ranges: [gifts.SHIPPING, gifts.SERVICES, gifts.DEPOSITS, gifts.COURSES],
    },
  ],
  customerCount: 600,
  ordersPerDay: 55,
};

/** The small demo account, a wool shop. It shows that accounts do not see each other. */
export const HET_KLUWEN: DemoProfile = {
  accountName: 'demo-two',
  company: {
    name: 'Het Kluwen',
    street: 'Bergkerkplein 9',
    postcode: '7411 EN',
    city: 'Deventer',
    kvk: '87654321',
    vat: 'NL987654321B94',
    phone: '0570 123 456',
    email: 'wol@hetkluwen.example',
    website: 'www.hetkluwen.example',
    iban: 'NL02 ABNA 0123 4567 89',
  },
  ids: SECOND_ACCOUNT_IDS,
  users: [{ email: 'owner@demo-two.example', name: 'Geke Postma', role: 'owner', lockedTo: null }],
  locations: [createLocation('Deventer', 'Bergkerkplein', '9', '7411 EN')],
  shops: [
    { title: 'Het Kluwen Deventer', type: 'pos', location: 0, weight: 7 },
    { title: 'Het Kluwen webshop', type: 'webshop', location: null, weight: 3 },
  ],
  groups: [
    {
      code: '8000',
      title: 'Garens & stoffen',
      ranges: [
        { ...hobby.YARNS, count: 22 },
        { ...hobby.FABRICS, count: 6 },
      ],
    },
    { code: '8010', title: 'Hobby', ranges: [{ ...hobby.CRAFTS, count: 8 }] },
    { code: '8020', title: 'Verzending', ranges: [gifts.SHIPPING] },
  ],
  customerCount: 30,
  ordersPerDay: 2.4,
};

/** A location has the name of its city. */
function createLocation(city: string, street: string, house_number: string, postal_code: string): DemoLocation {
  return { title: city, street, house_number, postal_code, city };
}

export interface ChainSize {
  readonly products: number;
  readonly orders: number;
  readonly days: number;
}

const ORDERS_PER_CUSTOMER = 20;

/** Two customers of every kind: a company, and one from each country. */
const MIN_CUSTOMERS = 72;

/** Creates a larger Linde & Loof with six stores, eight tills and fuller baskets, in the requested size. */
export function createLindeEnLoofChain({ products, orders, days }: ChainSize): DemoProfile {
  return {
    ...LINDE_EN_LOOF,
    ids: CHAIN_ACCOUNT_IDS,
    locations: [
      ...LINDE_EN_LOOF.locations,
      createLocation('Eindhoven', 'Kleine Berg', '27', '5611 JS'),
      createLocation('Groningen', 'Oude Kijk in ’t Jatstraat', '42', '9712 EJ'),
      createLocation('Amersfoort', 'Krommestraat', '15a', '3811 CA'),
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
      { title: 'Linde & Loof webshop', type: 'webshop', location: null, weight: 30 },
    ],
    groups: scaleGroups(LINDE_EN_LOOF.groups, products),
    customerCount: Math.max(MIN_CUSTOMERS, Math.round(orders / ORDERS_PER_CUSTOMER)),
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

/** Ranges with fewer combinations do not grow with the catalog. */
const MIN_COMBINATIONS = 30;

/** Scales all ranges except those with a fixed number of products, such as shipping and services. */
function scaleGroups(groups: readonly DemoGroup[], productCount: number): DemoGroup[] {
  const ranges = groups.flatMap((group) => group.ranges);
  const sumCounts = (chosen: readonly ProductRange[]) => chosen.reduce((sum, { count }) => sum + count, 0);
  const growing = sumCounts(ranges.filter(canGrow));
  const growableCount = productCount - sumCounts(ranges.filter((range) => !canGrow(range)));
  let before = 0;
  const scaled = (range: ProductRange): ProductRange => {
    if (!canGrow(range)) return range;
    const start = Math.round((before * growableCount) / growing);
    before += range.count;
    return { ...range, count: Math.round((before * growableCount) / growing) - start, series: SERIES };
  };
  return groups.map((group) => ({ ...group, ranges: group.ranges.map(scaled) }));
}

function canGrow({ things, looks = [''], variants = [''] }: ProductRange): boolean {
  return things.length * looks.length * variants.length >= MIN_COMBINATIONS;
}

const BEGINNINGS = `Zee Duin Bos Hei Linden Rozen Beuken Veen Zilver Koper Winter Zomer
  Avond Morgen Noorder Zuider Ooster Wester Molen Kerk Water Berken Wilgen Elzen`.split(/\s+/);

const ENDINGS = ['licht', 'roos', 'hof', 'zicht', 'land', 'wind', 'bloem', 'gaarde', 'stee', 'rust'];

/** Names of collections, brands and publishers for a large catalog. The first are the most common. */
const SERIES: readonly string[] = BEGINNINGS.flatMap((beginning) => ENDINGS.map((ending) => `${beginning}${ending}`));
