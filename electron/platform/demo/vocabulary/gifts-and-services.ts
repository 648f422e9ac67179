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

/**
 * Titles with characters that are difficult for spreadsheets and CSV readers: signs, quotes, separators, letters beyond
 * Latin-1. They start with a letter, so that they are not first in the catalog. SKUs cover cells that look like
 * formulas.
 */
export const DIFFICULT_TITLES: ProductRange = {
  count: 24,
  rate: 'standard',
  things: [
    ['Theelichten naturel =1+1 gratis', 2.95, 4.95],
    ['Servetten "Oud Hollands"; =actieset= 20 st.', 2.95, 4.95],
    ['Wandbord =SOM(liefde)', 12.95, 19.95],
    ['Tuinstoel -20% restpartij', 29.95, 49.95],
    ['Sierkussen "IJsvogel" -laatste stuks-', 9.95, 14.95],
    ['Mok crème - uitlopend -', 2.95, 4.95],
    ['Geurstokjes @home', 9.95, 14.95],
    ['Huisnummerbord "12" @thuis', 14.95, 24.95],
    ['Batterijen AA +plus; 8 st.', 4.95, 7.95],
    ['Verlengsnoer 3 m +1', 6.95, 9.95],
    ['Poster A3 – "Naamloos"', 9.95, 17.95],
    ['Tekstbord "Gezelligheid"; "vintage"', 12.95, 19.95],
    ["Skyline 's-Hertogenbosch, metaal", 24.95, 39.95],
    ["Raamhanger 't Zonnetje", 4.95, 9.95],
    ['Bord; "Pas op, de kat"', 7.95, 12.95],
    ['Stickervel 1/2; 3/4', 1.94, 1.94],
    ['Ragoûtbakje ‘Pâtisserie’', 3.95, 6.95],
    ['Ångström-thermometer −20/+50 °C', 9.95, 19.95],
    ['Éclairs-bakvorm Ø 3½ cm', 12.95, 19.95],
    ['Kado <3 "jij & ik"', 6.95, 12.95],
    ['Tas 100% katoen', 2.95, 6.95],
    ['Wasknijpers 1-2-3', 1.95, 3.95],
    ['Maatlepelset 3/4', 4.95, 7.95],
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

/** One fixed price each, because shipping is either free or charged in full. */
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
