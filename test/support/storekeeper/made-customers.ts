import { wireDate } from './wire-values.ts';

const CITIES = ['Voorbeeldstad', 'Proefdorp', 'Modelhaven'] as const;

const FIRST_DAY = Date.parse('2024-03-01T09:15:00Z');

const DAY_MS = 86_400_000;

/**
 * The record of a customer in a list, including nulls. An order has parts of it. Some have no e-mail address, phone or
 * city.
 */
export function customerRecord(id: number) {
  return {
    id,
    name: `Klant ${id}`,
    deleted: id % 51 === 0,
    date_created: wireDate(FIRST_DAY + (id % 600) * DAY_MS),
    contact_set: {
      email: id % 5 === 0 ? null : `klant${id}@voorbeeld.example`,
      phone: id % 3 === 0 ? `06000${String(id).padStart(5, '0')}` : null,
    },
    contact_address: { city: id % 7 === 0 ? null : (CITIES[id % CITIES.length] ?? null), country_iso2: 'NL' },
  };
}
