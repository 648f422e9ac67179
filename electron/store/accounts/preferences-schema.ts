import type { Generated } from 'kysely';

export interface PreferencesSchema {
  preferences: PreferencesTable;
  damaged_preferences: DamagedPreferencesTable;
}

interface PreferencesTable {
  account_id: number;
  user_id: number;
  /** JSON, as `Preferences` of the contract has it. */
  data: string;
}

/** What was set aside because a change would have written over it; the program reads it nowhere. */
interface DamagedPreferencesTable {
  id: Generated<number>;
  account_id: number;
  user_id: number;
  /** As it was found. */
  data: string;
}
