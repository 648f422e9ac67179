/** Percentages of one member state, as of 2026. */
export interface MemberStateRates {
  readonly countryIso2: string;
  readonly standard: number;
  /** Highest first. */
  readonly reduced: readonly number[];
  /** Below 5 %. */
  readonly superReduced?: number;
  readonly zero?: true;
  readonly exempt?: true;
}

/** The 27 member states under their ISO codes. Rates of islands and other special areas are left out. */
export const EU_VAT_RATES: readonly MemberStateRates[] = [
  { countryIso2: 'AT', standard: 20, reduced: [13, 10], zero: true },
  { countryIso2: 'BE', standard: 21, reduced: [12, 6], zero: true },
  { countryIso2: 'BG', standard: 20, reduced: [9], zero: true },
  { countryIso2: 'CY', standard: 19, reduced: [9, 5], superReduced: 3, zero: true },
  { countryIso2: 'CZ', standard: 21, reduced: [12], zero: true },
  { countryIso2: 'DE', standard: 19, reduced: [7], zero: true },
  { countryIso2: 'DK', standard: 25, reduced: [], zero: true },
  { countryIso2: 'EE', standard: 24, reduced: [13, 9], zero: true },
  { countryIso2: 'ES', standard: 21, reduced: [10], superReduced: 4, zero: true },
  { countryIso2: 'FI', standard: 25.5, reduced: [13.5, 10], zero: true },
  { countryIso2: 'FR', standard: 20, reduced: [10, 5.5], superReduced: 2.1, zero: true },
  { countryIso2: 'GR', standard: 24, reduced: [13, 6], zero: true },
  { countryIso2: 'HR', standard: 25, reduced: [13, 5], zero: true },
  { countryIso2: 'HU', standard: 27, reduced: [18, 5], zero: true },
  { countryIso2: 'IE', standard: 23, reduced: [13.5, 9], superReduced: 4.8, zero: true },
  { countryIso2: 'IT', standard: 22, reduced: [10, 5], superReduced: 4, zero: true },
  { countryIso2: 'LT', standard: 21, reduced: [12, 5], zero: true },
  { countryIso2: 'LU', standard: 17, reduced: [14, 8], superReduced: 3, zero: true },
  { countryIso2: 'LV', standard: 21, reduced: [12, 5], zero: true },
  { countryIso2: 'MT', standard: 18, reduced: [12, 7, 5], zero: true },
  { countryIso2: 'NL', standard: 21, reduced: [9], zero: true, exempt: true },
  { countryIso2: 'PL', standard: 23, reduced: [8, 5], zero: true },
  { countryIso2: 'PT', standard: 23, reduced: [13, 6], zero: true },
  { countryIso2: 'RO', standard: 21, reduced: [11], zero: true },
  { countryIso2: 'SE', standard: 25, reduced: [12, 6], zero: true },
  { countryIso2: 'SI', standard: 22, reduced: [9.5, 5], zero: true },
  { countryIso2: 'SK', standard: 23, reduced: [19, 5], zero: true },
];
