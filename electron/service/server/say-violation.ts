import type { Validator } from 'typebox/compile';

/** One way in which a value departs from its schema. */
export type Violation = ReturnType<Validator['Errors']>[number];

/** What is wrong, in plain words that go on after the name of the member or header. */
export function sayViolation(violation: Violation): string {
  switch (violation.keyword) {
    case 'type':
      return `must be of type ${violation.params.type}`;
    case 'enum':
      return `must be one of ${violation.params.allowedValues.join(', ')}`;
    case 'minLength':
    case 'minItems':
      return violation.params.limit === 1 ? 'must not be empty' : violation.message;
    case 'maxLength':
      return `must be at most ${violation.params.limit} characters long`;
    case 'uniqueItems':
      return 'must not have the same value twice';
    case 'pattern':
      return 'has a character that is not allowed';
    default:
      return violation.message;
  }
}
