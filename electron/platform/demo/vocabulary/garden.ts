import type { ProductRange } from '../demo-profile.ts';

export const GARDEN_TOOLS: ProductRange = {
  count: 110,
  rate: 'standard',
  things: [
    ['Snoeischaar', 9.95, 69.95],
    ['Schoffel', 14.95, 49.95],
    ['Hark', 12.95, 44.95],
    ['Plantschep', 4.95, 24.95],
    ['Heggenschaar', 24.95, 89.95],
    ['Tuinhandschoenen', 3.95, 19.95],
    ['Gieter', 6.95, 54.95],
  ],
  looks: ['essenhout', 'gegalvaniseerd', 'roestvrij staal', '"Le Jardin Français"', 'mosgroen'],
  variants: ['', ' klein', ' XL', '; linkshandig', ' met ophangoog'],
};

export const POTS_AND_OUTDOOR: ProductRange = {
  count: 106,
  rate: 'standard',
  things: [
    ['Bloempot', 2.95, 89.95],
    ['Plantenbak', 14.95, 149],
    ['Regenton', 49.95, 179],
    ['Vogelhuisje', 9.95, 39.95],
    ['Vuurkorf', 34.95, 199],
    ['Insectenhotel', 12.95, 44.95],
  ],
  looks: ['terracotta', 'cortenstaal', 'zink', '"Boerenbont"', 'gerecycled kunststof'],
  variants: [' 25 cm', ' 40 cm', ' 60 cm', ', antraciet', ', taupe'],
};

export const SOLAR_PANELS: ProductRange = {
  count: 4,
  rate: 'zero',
  things: [['Zonnepaneel tuinhuis', 59, 129]],
  looks: ['60 Wp', '100 Wp', '150 Wp', '180 Wp'],
};

export const PLANTS: ProductRange = {
  count: 150,
  rate: 'reduced',
  things: [
    ['Hortensia', 9.95, 34.95],
    ['Lavendel', 2.95, 14.95],
    ['Olijfboom', 24.95, 199],
    ['Vrouwentong', 7.95, 29.95],
    ['Monstera', 12.95, 59.95],
    ['Rozenstruik', 8.95, 24.95],
    ['Orchidee', 9.95, 29.95],
    ['Kerstroos', 4.95, 12.95],
    ['Clematis', 9.95, 24.95],
    ['Geranium', 2.5, 7.95],
  ],
  looks: ['wit', 'roze', 'gemengd', 'biologisch', "'Café au Lait'", 'winterhard'],
  variants: [' P9', ' P15', ' C3', ', ± 40 cm', ', ± 80 cm', '; in sierpot'],
};

export const BULBS: ProductRange = {
  count: 90,
  rate: 'reduced',
  things: [
    ['Tulpenbollen', 2.95, 12.95],
    ['Narcissen', 2.95, 9.95],
    ['Krokussen', 1.95, 6.95],
    ['Dahliaknollen', 2.5, 8.95],
    ['Blauwe druifjes', 1.95, 5.95],
    ['Alliumbollen', 2.95, 9.95],
  ],
  looks: ["'Queen of Night'", "'Tête-à-Tête'", 'gemengd', 'oranje', 'paars', 'laatbloeiend'],
  variants: [' 10 st.', ' 25 st.', ' 50 st.', '; voor bijen'],
};

export const SEEDS: ProductRange = {
  count: 80,
  rate: 'reduced',
  things: [
    ['Zaad zonnebloem', 1.25, 3.95],
    ['Zaad wortel', 0.95, 2.95],
    ['Zaad sla', 0.95, 2.95],
    ['Zaad pompoen', 1.25, 3.5],
    ['Zaad tomaat', 1.25, 3.95],
    ['Zaad Oost-Indische kers', 1.25, 2.95],
    ['Bloemenweidezaad', 2.95, 19.95],
  ],
  looks: ['biologisch', 'vroeg', 'laat', 'oud ras', 'mengsel'],
  variants: ['', ' 5 g', ' 25 g', '; voor kinderen'],
};
