/** The setting of PostgreSQL by which a transaction sets aside all triggers of the store; see `fillAccount`. */
export const SETS_TRIGGERS_ASIDE = 'tilldesk.sets_triggers_aside';
