import type { ProductRange } from '../demo-profile.ts';

export const PANS: ProductRange = {
  count: 110,
  rate: 'standard',
  things: [
    ['Koekenpan', 24.95, 119],
    ['Braadpan', 39.95, 229],
    ['Steelpan', 19.95, 79.95],
    ['Hapjespan', 29.95, 129],
    ['Wokpan', 29.95, 99],
    ['Fluitketel', 24.95, 89.95],
  ],
  looks: ['gietijzer', 'roestvrij staal', 'koper', 'carbonstaal', 'keramiek', '"Mère Cuisine"'],
  variants: [' 16 cm', ' 20 cm', ' 24 cm', ' 28 cm; inductie', ', rood', ', antraciet'],
};

export const KITCHEN_TOOLS: ProductRange = {
  count: 90,
  rate: 'standard',
  things: [
    ['Koksmes', 14.95, 139],
    ['Broodmes', 14.95, 89],
    ['Snijplank', 9.95, 49.95],
    ['Garde', 3.95, 14.95],
    ['Kaasschaaf', 4.95, 24.95],
    ['Rasp', 6.95, 29.95],
    ['Pepermolen', 14.95, 64.95],
    ['Crème-brûléebrander', 19.95, 49.95],
    ['Spatel', 3.95, 14.95],
  ],
  looks: ['beukenhout', 'olijfhout', 'roestvrij staal', '"Oma\'s Keuken"', '"Chef Célestin"'],
  variants: ['', ' klein', ' groot', '; in geschenkdoos'],
};

export const BAKEWARE: ProductRange = {
  count: 50,
  rate: 'standard',
  things: [
    ['Springvorm', 8.95, 29.95],
    ['Ovenschaal', 12.95, 59.95],
    ['Cakevorm', 7.95, 24.95],
    ['Maatbeker', 4.5, 17.95],
    ['Mengkom', 6.95, 29.95],
  ],
  looks: ['siliconen', 'keramiek', 'borosilicaatglas', '"Pâtisserie"', 'émaille'],
  variants: [' 22 cm', ' 26 cm', ' 0,75 l', ' 1,5 l'],
};

export const TABLEWARE: ProductRange = {
  count: 160,
  rate: 'standard',
  things: [
    ['Ontbijtbord', 3.95, 17.95],
    ['Dinerbord', 4.95, 24.95],
    ['Soepkom', 3.5, 16.95],
    ['Mok', 2.95, 14.95],
    ['Espressokop', 2.95, 12.95],
    ['Theepot', 14.95, 64.95],
    ['Saladeschaal', 12.95, 54.95],
    ['Botervloot', 9.95, 29.95],
    ['Eierdop', 1.25, 6.95],
  ],
  looks: [
    '"Zeeuws Blauw"',
    '"Café Mélange"',
    '"Noordzee"',
    'stoneware',
    'porselein',
    '"Crème de la Crème"',
    "'t Oude Land",
  ],
  variants: [', wit', ', oudroze', ', saliegroen', ', indigo', ' (2e keus)'],
};

export const GLASSWARE: ProductRange = {
  count: 80,
  rate: 'standard',
  things: [
    ['Wijnglas', 2.5, 19.95],
    ['Waterglas', 1.95, 9.95],
    ['Longdrinkglas', 1.95, 9.95],
    ['Karaf', 9.95, 44.95],
    ['Theeglas', 1.95, 8.95],
  ],
  looks: ['kristal', 'gerecycled glas', '"Élysée"', 'geribbeld', 'rookglas'],
  variants: ['', '; set van 4', '; set van 6', ' 0,3 l', ' groot'],
};
