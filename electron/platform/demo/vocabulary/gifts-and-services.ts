import type { ProductRange } from '../demo-profile.ts';

export const GIFTS: ProductRange = {
  count: 74,
  rate: 'standard',
  things: [
    ['Cadeaupakket', 14.95, 79.95],
    ['Sleutelhanger', 3.95, 14.95],
    ['Handzeep', 4.95, 17.95],
    ['Notitieboek', 4.95, 19.95],
    ['Paraplu', 12.95, 39.95],
    ['Sjaal', 12.95, 49.95],
  ],
  looks: ['"Dank je wel"', '"Voor jou, liefs"', '"Joyeux Noël"', 'Delfts blauw', 'zeezout & vijg', 'Utrecht'],
  variants: ['', ' klein', ' groot', '; in geschenkdoos', ', roségoud'],
};

export const CARDS: ProductRange = {
  count: 24,
  rate: 'standard',
  things: [
    ['Wenskaart', 1.25, 3.95],
    ['Ansichtkaart', 0.75, 1.5],
  ],
  looks: ['"Beterschap"', '"Gefeliciteerd!"', '"Één jaar"', 'Domtoren', 'blanco'],
  variants: ['', '; dubbel', ', met envelop'],
};

export const STAMPS: ProductRange = {
  count: 8,
  rate: 'exempt',
  things: [['Postzegels', 12.1, 16.5]],
  looks: ['Nederland 1', 'Nederland 2', 'Internationaal 1', 'Internationaal 2'],
  variants: ['; vel van 10', '; boekje'],
};

/** Titles that a spreadsheet or a CSV reader stumbles over. */
export const STUMBLING_BLOCKS: ProductRange = {
  count: 24,
  rate: 'standard',
  things: [
    ['=1+1 gratis: theelichten naturel', 2.95, 4.95],
    ['=Actieset= servetten "Oud Hollands"; 20 st.', 2.95, 4.95],
    ['=SOM(liefde) wandbord', 12.95, 19.95],
    ['-20% restpartij tuinstoel', 29.95, 49.95],
    ['-Laatste stuks- sierkussen "IJsvogel"', 9.95, 14.95],
    ['- uitlopend - mok crème', 2.95, 4.95],
    ['@home geurstokjes', 9.95, 14.95],
    ['@thuis huisnummerbord "12"', 14.95, 24.95],
    ['+plus batterijen AA; 8 st.', 4.95, 7.95],
    ['+1 verlengsnoer 3 m', 6.95, 9.95],
    ['"Naamloos" – poster A3', 9.95, 17.95],
    ['"Gezelligheid"; tekstbord, "vintage"', 12.95, 19.95],
    ["'s-Hertogenbosch skyline, metaal", 24.95, 39.95],
    ["'t Zonnetje raamhanger", 4.95, 9.95],
    ['Bord; "Pas op, de kat"', 7.95, 12.95],
    ['Stickervel 1/2; 3/4', 1.94, 1.94],
    ['Ragoûtbakje ‘Pâtisserie’', 3.95, 6.95],
    ['Ångström-thermometer −20/+50 °C', 9.95, 19.95],
    ['Éclairs-bakvorm Ø 3½ cm', 12.95, 19.95],
    ['Kado <3 "jij & ik"', 6.95, 12.95],
    ['100% katoenen tas', 2.95, 6.95],
    ['1-2-3 wasknijpers', 1.95, 3.95],
    ['3/4 maatlepelset', 4.95, 7.95],
    ['Çay-glaasjes; set van 6', 9.95, 14.95],
  ],
};

export const SHIPPING_TITLES = {
  NL: 'Verzendkosten Nederland',
  BE: 'Verzendkosten België',
  DE: 'Verzendkosten Duitsland',
  FR: 'Verzendkosten Frankrijk',
} as const;
export type ShippingCountry = keyof typeof SHIPPING_TITLES;

/** One fixed price each: shipping is given away or charged in full. */
export const SHIPPING: ProductRange = {
  count: 4,
  rate: 'standard',
  isService: true,
  things: [
    [SHIPPING_TITLES.NL, 4.95, 4.95],
    [SHIPPING_TITLES.BE, 7.95, 7.95],
    [SHIPPING_TITLES.DE, 9.95, 9.95],
    [SHIPPING_TITLES.FR, 12.5, 12.5],
  ],
};

export const SERVICES: ProductRange = {
  count: 20,
  rate: 'standard',
  isService: true,
  things: [
    ['Inpakservice', 1.5, 4.95],
    ['Graveren', 9.95, 24.95],
    ['Montage aan huis', 39, 89],
    ['Slijpservice messen', 6.95, 14.95],
    ['Workshop', 24.5, 69],
  ],
  looks: ['standaard', 'spoed', 'in de winkel', 'weekend'],
};

export const DEPOSITS: ProductRange = {
  count: 3,
  rate: 'zero',
  things: [
    ['Statiegeld fles', 0.15, 0.25],
    ['Statiegeld krat', 1.5, 3.9],
    ['Statiegeld plantentray', 1, 2.5],
  ],
};

export const COURSES: ProductRange = {
  count: 3,
  rate: 'exempt',
  isService: true,
  things: [['Lesgeld vakcursus bloemschikken', 45, 95]],
  looks: ['basis', 'gevorderd', 'gezel'],
};
