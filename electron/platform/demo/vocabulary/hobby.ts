import type { ProductRange } from '../demo-profile.ts';

export const CRAFTS: ProductRange = {
  count: 80,
  rate: 'standard',
  things: [
    ['Borduurpakket', 9.95, 39.95],
    ['Kralenmix', 1.95, 9.95],
    ['Lijmpistool', 9.95, 34.95],
    ['Stempelset', 4.95, 19.95],
    ['Kaarsenmaakset', 14.95, 39.95],
    ['Boetseerklei', 2.95, 12.95],
    ['Washi-tape', 1.25, 4.95],
  ],
  looks: ['"Atelier"', 'pastel', 'metallic', 'voor beginners', 'Scandinavisch'],
  variants: ['', '; 12-delig', '; 24-delig', ', assorti'],
};

export const PAINTING: ProductRange = {
  count: 120,
  rate: 'standard',
  things: [
    ['Acrylverf', 2.5, 14.95],
    ['Aquarelset', 9.95, 79.95],
    ['Schetsboek', 4.95, 24.95],
    ['Penselenset', 5.95, 39.95],
    ['Kleurpotloden', 3.95, 49.95],
    ['Ezel', 19.95, 79.95],
  ],
  looks: ['"Studio Één"', '"Atelier"', '"Côte d\'Azur"', 'basis', 'professioneel', 'junior'],
  variants: ['', ' klein', ' groot', '; in blik', '; navulling'],
};

export const FABRICS: ProductRange = {
  count: 70,
  rate: 'standard',
  unit: 'metre',
  things: [
    ['Katoen', 6.95, 14.95],
    ['Linnen', 12.95, 27.95],
    ['Tricot', 9.95, 19.95],
    ['Sierband', 0.85, 3.95],
    ['Elastiek', 0.75, 2.95],
    ['Vilt', 4.95, 12.95],
  ],
  looks: ['effen', 'gestreept', 'met stippen', '"Liberté"', 'geruit'],
  variants: [', marine', ', ecru', ', bordeaux', ', mosterd', '; per meter'],
};

export const YARNS: ProductRange = {
  count: 80,
  rate: 'standard',
  things: [
    ['Breigaren', 2.95, 12.95],
    ['Haakgaren', 1.95, 6.95],
    ['Sokkenwol', 5.95, 17.95],
    ['Dikke wol', 6.95, 19.95],
  ],
  looks: ['merino', 'alpaca', 'katoen', 'mohair', '"Fée du Fil"'],
  variants: [' 50 g, kleur 017', ' 50 g, kleur 102', ' 100 g, naturel', ' 100 g, jeansblauw', '; 10 bollen'],
};

export const TOYS: ProductRange = {
  count: 90,
  rate: 'standard',
  things: [
    ['Houten trein', 12.95, 59.95],
    ['Knuffel', 7.95, 39.95],
    ['Blokkendoos', 17.95, 49.95],
    ['Poppenhuis', 24.95, 99],
    ['Badspeelgoed', 4.95, 14.95],
    ['Vlieger', 9.95, 44.95],
  ],
  looks: ['dinosaurus', '"Mijn Eerste"', 'boerderij', 'regenboog', 'ruimtevaart'],
  variants: ['', ' 1+', ' 3+', ' XXL'],
};

export const GAMES: ProductRange = {
  count: 60,
  rate: 'standard',
  things: [
    ['Legpuzzel', 9.95, 29.95],
    ['Bordspel', 14.95, 54.95],
    ['Kaartspel', 4.95, 19.95],
    ['Kwartet', 3.95, 9.95],
  ],
  looks: ['"Café Olé"', 'dieren', 'Nederland', '"Wie is het, Zoë?"', 'steden'],
  variants: ['', ' 6+', ' 10+', '; reiseditie', '; jubileumeditie'],
};
