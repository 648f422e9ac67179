import type { DemoProfile } from './demo-profile.ts';
import { FIRST_ACCOUNT_IDS } from './id-ranges.ts';
import * as food from './vocabulary/books-and-food.ts';
import * as garden from './vocabulary/garden.ts';
import * as gifts from './vocabulary/gifts-and-services.ts';
import * as hobby from './vocabulary/hobby.ts';
import * as home from './vocabulary/home.ts';
import * as kitchen from './vocabulary/kitchen.ts';

/** The main demo account: a chain for home, garden, hobby and gifts with three stores and a webshop. */
export const LINDE_EN_LOOF: DemoProfile = {
  accountName: 'demo',
  ids: FIRST_ACCOUNT_IDS,
  users: [
    { email: 'owner@demo.example', name: 'Marloes van der Linden', role: 'owner', lockedTo: null },
    { email: 'accounts@demo.example', name: 'Ruud Schouten', role: 'accountant', lockedTo: null },
    { email: 'utrecht@demo.example', name: 'Aïsha Bakker', role: 'staff', lockedTo: 0 },
  ],
  locations: [
    { title: 'Utrecht', street: 'Lijnmarkt', house_number: '38', postal_code: '3511 KJ', city: 'Utrecht' },
    {
      title: 'Haarlem',
      street: 'Gedempte Oude Gracht',
      house_number: '74-76',
      postal_code: '2011 GT',
      city: 'Haarlem',
    },
    { title: 'Zwolle', street: 'Diezerstraat', house_number: '61a', postal_code: '8011 RC', city: 'Zwolle' },
  ],
  shops: [
    { title: 'Linde & Loof Utrecht, kassa 1', type: 'pos', location: 0, weight: 25 },
    { title: 'Linde & Loof Utrecht, kassa 2', type: 'pos', location: 0, weight: 14 },
    { title: 'Linde & Loof Haarlem', type: 'pos', location: 1, weight: 15 },
    { title: 'Linde & Loof Zwolle', type: 'pos', location: 2, weight: 12 },
    { title: 'lindeenloof.example', type: 'webshop', location: null, weight: 34 },
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
      ranges: [gifts.GIFTS, gifts.CARDS, gifts.STAMPS, gifts.STUMBLING_BLOCKS],
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
