import type { ProductRange } from '../demo-profile.ts';

export const VASES_AND_CANDLES: ProductRange = {
  count: 140,
  rate: 'standard',
  things: [
    ['Vaas', 9.95, 69.95],
    ['Kandelaar', 6.5, 39.95],
    ['Windlicht', 5.95, 34.95],
    ['Theelichthouder', 1.95, 9.95],
    ['Geurkaars', 4.95, 32.5],
    ['Sierschaal', 9.95, 49.95],
    ['Plantenhanger', 7.95, 29.95],
  ],
  looks: [
    'geglazuurd aardewerk',
    'mat zwart',
    '"Zeeuws Blauw"',
    '"Noordzee"',
    'crème',
    'écru',
    'messing',
    'gerecycled glas',
    '"Très Chic"',
    'terracotta',
  ],
  variants: ['', ' klein', ' groot', ', Ø 12 cm', ', Ø 18 cm', '; set van 2', '; set van 3'],
};

export const SMALL_FURNITURE: ProductRange = {
  count: 120,
  rate: 'standard',
  things: [
    ['Bijzettafel', 49, 189],
    ['Opbergmand', 9.95, 39.95],
    ['Kapstok', 17.95, 79.95],
    ['Dienblad', 12.5, 44.95],
    ['Wandspiegel', 24.95, 149],
    ['Wandklok', 19.95, 89],
    ['Fotolijst', 4.95, 29.95],
    ['Wandplank', 14.95, 54.95],
  ],
  looks: ['rotan', 'mangohout', 'eiken', 'bamboe', 'zwart metaal', 'messing', '"Één Lijn"'],
  variants: [' S', ' M', ' L', ' (naturel)', '; ophangset inbegrepen'],
};

export const TEXTILE: ProductRange = {
  count: 70,
  rate: 'standard',
  things: [
    ['Plaid', 19.95, 79.95],
    ['Vloerkleed', 49, 349],
    ['Tafelkleed', 17.5, 59.95],
    ['Gordijn', 29.95, 119],
    ['Badhanddoek', 9.95, 29.95],
    ['Sierkussen', 14.95, 49.95],
  ],
  looks: ['linnen', 'katoen', 'wol', 'velours', 'jute', '"Été Indien"'],
  variants: [', petrol', ', zandkleurig', ', saffraangeel', ', écru', '; extra groot'],
};

export const LIGHTING: ProductRange = {
  count: 50,
  rate: 'standard',
  things: [
    ['Tafellamp', 29.95, 129],
    ['Hanglamp', 39.95, 199],
    ['Vloerlamp', 59.95, 249],
    ['Wandlamp', 24.95, 89],
    ['Lichtslinger', 9.95, 34.95],
  ],
  looks: ['rotan', 'opaalglas', 'mat zwart', '"Éclat"', 'koper', 'linnen kap'],
  variants: ['', '; dimbaar', ' – binnen/buiten', ', E27'],
};
