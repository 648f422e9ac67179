import type { ProductRange } from '../demo-profile.ts';

export const BOOKS: ProductRange = {
  count: 110,
  rate: 'reduced',
  things: [
    ['Het grote kookboek van', 19.95, 39.99],
    ['Verhalen over', 7.99, 24.99],
    ['Dagboek van', 8.95, 22.5],
    ['Op bezoek bij', 9.99, 24.99],
    ['Prentenboek:', 9.99, 17.99],
    ['De geheimen van', 12.5, 22.99],
  ],
  looks: ['Zoë & André', 'oma Mientje', "'t kleine café", 'François de kat', 'Curaçao', 'het waddeneiland'],
  variants: ['', ' (2e druk)', '; gebonden', '; paperback', ', deel 2'],
};

export const HOBBY_BOOKS: ProductRange = {
  count: 60,
  rate: 'reduced',
  things: [
    ['Tuinieren', 14.99, 34.95],
    ['Breien en haken', 12.5, 27.5],
    ['Bakken', 14.95, 29.95],
    ['Tijdschrift Buitenleven', 4.99, 8.95],
    ['Handboek vogels', 17.5, 34.95],
  ],
  looks: ['voor iedereen', 'in vier seizoenen', 'à la carte', 'van A tot Z'],
  variants: ['', ' (3e druk)', '; gebonden', ' – themanummer'],
};

export const SWEETS: ProductRange = {
  count: 60,
  rate: 'reduced',
  things: [
    ['Chocoladereep', 1.95, 5.95],
    ['Stroopwafels', 2.95, 7.95],
    ['Bonbons', 6.95, 24.95],
    ['Drop', 1.65, 4.95],
    ['Jam', 2.95, 6.5],
  ],
  looks: ['extra puur', 'karamel-zeezout', 'framboos & açaí', 'Zaanse', 'biologisch'],
  variants: [' 100 g', ' 250 g', '; cadeauverpakking', ' in blik'],
};

export const COFFEE_AND_DELI: ProductRange = {
  count: 60,
  rate: 'reduced',
  things: [
    ['Koffiebonen', 5.95, 17.95],
    ['Gemalen koffie', 4.95, 11.95],
    ['Losse thee', 3.95, 12.95],
    ['Olijfolie', 7.95, 24.95],
    ['Honing', 4.95, 12.95],
  ],
  looks: ['"Huismelange"', 'biologisch', '"Réserve"', 'fairtrade'],
  variants: [' 250 g', ' 500 g', '; cadeauverpakking', ' 1 kg'],
};

export const LOOSE_FOOD: ProductRange = {
  count: 40,
  rate: 'reduced',
  unit: 'kilogram',
  things: [
    ['Boerenkaas', 12.95, 24.95],
    ['Gemengde noten', 14.95, 29.95],
    ['Olijven', 11.95, 19.95],
    ['Schepsnoep', 8.95, 13.95],
    ['Losse bonbons', 24.95, 44.95],
  ],
  looks: ['huisselectie', 'extra', 'naturel', 'à la Provence', 'feestmix'],
  variants: ['', '; per kilo', ' (vers)'],
};
