import { type Address, addressOf } from '../../lib/address/address.ts';

interface TourStep {
  /** Its texts are those of `habits.tour.<name>`. */
  readonly name: 'export' | 'figures' | 'search';
  /** The page that it speaks of. */
  readonly address: Address;
}

export const TOUR_STEPS: readonly TourStep[] = [
  { name: 'export', address: addressOf('/report') },
  { name: 'figures', address: addressOf('/overview') },
  { name: 'search', address: addressOf('/local-api') },
];
