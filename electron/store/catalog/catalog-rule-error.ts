/** What a change of the catalog has to be, whoever makes it. */
export type CatalogRule = 'price_exists' | 'price_is_not_negative' | 'stock_is_kept_there';

/** A change that breaks a rule; nothing of it was written. */
export class CatalogRuleError extends Error {
  override readonly name = 'CatalogRuleError';
  readonly rule: CatalogRule;

  constructor(rule: CatalogRule, subject: string) {
    super(`${subject} breaks the rule: ${rule.replaceAll('_', ' ')}`);
    this.rule = rule;
  }
}
