import type { Role } from '../../../shared/contract/auth.ts';
import type { LocationsTable, ShopsTable } from '../../store/schema.ts';
import type { IdRanges } from './id-ranges.ts';
import type { ProductRange } from './product-range.ts';

/** What one demo account looks like; everything else is drawn from its seed. */
export interface DemoProfile {
  readonly accountName: string;
  readonly ids: IdRanges;
  readonly users: readonly DemoUser[];
  readonly locations: readonly DemoLocation[];
  readonly shops: readonly DemoShop[];
  readonly groups: readonly DemoGroup[];
  readonly customerCount: number;
  /** Orders on an average day, before the follow-ups of earlier ones. */
  readonly ordersPerDay: number;
  /** How many lines a basket has, with weights. Default: those of a small shop. */
  readonly basketSizes?: readonly (readonly [lines: number, weight: number])[];
}

export interface DemoUser {
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  /** Index in `locations`; null for a user who sees all of them. */
  readonly lockedTo: number | null;
}

export type DemoLocation = Pick<LocationsTable, 'title' | 'street' | 'house_number' | 'postal_code' | 'city'>;

export interface DemoShop extends Pick<ShopsTable, 'title' | 'type'> {
  /** Index in `locations`. */
  readonly location: number | null;
  /** Its part of the orders, in proportion to the other shops. */
  readonly weight: number;
}

export interface DemoGroup {
  /** Ledger code, unique in the account. */
  readonly code: string;
  readonly title: string;
  readonly ranges: readonly ProductRange[];
}
