const BEGINNINGS = [
  'Zee',
  'Duin',
  'Bos',
  'Hei',
  'Linden',
  'Rozen',
  'Beuken',
  'Veen',
  'Zilver',
  'Koper',
  'Winter',
  'Zomer',
  'Avond',
  'Morgen',
  'Noorder',
  'Zuider',
  'Ooster',
  'Wester',
  'Molen',
  'Kerk',
  'Water',
  'Berken',
  'Wilgen',
  'Elzen',
] as const;
const ENDINGS = ['licht', 'roos', 'hof', 'zicht', 'land', 'wind', 'bloem', 'gaarde', 'stee', 'rust'] as const;

/** Collections, brands and publishers that run through a large catalog; the first are the largest. */
export const SERIES: readonly string[] = BEGINNINGS.flatMap((beginning) =>
  ENDINGS.map((ending) => `${beginning}${ending}`),
);
