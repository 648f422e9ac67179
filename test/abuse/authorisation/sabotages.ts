import type { Sabotage } from '../harness/sabotage.ts';
import { ACCOUNT_SABOTAGES } from './account-sabotages.ts';
import { LOCK_SABOTAGES } from './lock-sabotages.ts';
import { RIGHTS_SABOTAGES } from './rights-sabotages.ts';

export const AUTHORISATION_SABOTAGES: readonly Sabotage[] = [
  ...ACCOUNT_SABOTAGES,
  ...LOCK_SABOTAGES,
  ...RIGHTS_SABOTAGES,
];
