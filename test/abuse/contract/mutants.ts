import { type Mutant, mutantsOf } from '../harness/mutant.ts';

/** For the time that the tests may take. */
const IN_TESTS = ['coercion', 'further-members', 'parsed-ids', 'last-parameter', 'impossible-days', 'no-status'];

export const CONTRACT_MUTANTS: readonly Mutant[] = mutantsOf(IN_TESTS, {
  'electron/service/server/body-decoder.ts': {
    coercion: [
      'values of a body are coerced to text',
      'if (body !== undefined && !validator.Check(body))',
      "for (const [name, value] of Object.entries(body ?? {})) if (typeof value !== 'object') body[name] = String(value); if (body !== undefined && !validator.Check(body))",
    ],
    'last-member': [
      'the last of repeated members wins',
      'const repeated = findRepeatedMember(text);',
      'const repeated = text === null ? text : null;',
    ],
    'other-charsets': ['JSON in whatever encoding is read as UTF-8', '!JSON_CONTENT_TYPE.test(type) ||', ''],
  },
  'shared/contract/auth.ts': {
    'further-members': [
      'further members of a body are kept',
      "additionalProperties: false,\n    examples: [{ account: 'demo'",
      "examples: [{ account: 'demo'",
    ],
  },
  'shared/contract/query.ts': {
    'parsed-ids': [
      'parseInt reads whole numbers',
      'return INTEGER_FORM.test(text) ? Number(text) : undefined;',
      'return Number.isNaN(Number.parseInt(text, 10)) ? undefined : Number.parseInt(text, 10);',
    ],
    numbers: [
      'Number reads whole numbers',
      'return INTEGER_FORM.test(text) ? Number(text) : undefined;',
      'return Number.isSafeInteger(Number(text)) ? Number(text) : undefined;',
    ],
    'any-case': ['flags are taken in any case', 'FLAGS.get(text)', 'FLAGS.get(text.toLowerCase())'],
    'some-ids': [
      'what is no id is left out of a list of ids',
      'return ids.every((id) => id !== undefined) ? [...new Set(ids)] : undefined;',
      'return [...new Set(ids.filter((id) => id !== undefined))];',
    ],
    'no-cap': ['a limit has no cap', "'x-cap': cap,", ''],
    'impossible-days': [
      '30 February is a day of March',
      'isCalendarDate(text) ? text : undefined',
      'Number.isNaN(Date.parse(text)) ? undefined : new Date(text).toISOString().slice(0, 10)',
    ],
  },
  'electron/service/server/query-decoder.ts': {
    'last-parameter': [
      'the last of repeated parameters wins',
      'if (before !== undefined && !parameter.isList)',
      'if (texts.size > 1_000)',
    ],
    'unknown-parameters': [
      'unknown parameters are ignored',
      'if (!parameter) throw',
      'if (!parameter) continue;\n    if (!parameter) throw',
    ],
    'empty-values': [
      'an empty value counts as none',
      'if (text === undefined) {',
      "if (text === undefined || text === '') {",
    ],
  },
  'electron/service/server/api-error.ts': {
    'no-status': ['errors have no status', 'error.message, status, request_id', 'error.message, request_id'],
    'further-hints': ['a 403 has a hint', 'if (status !== 401)', 'if (status !== 401 && status !== 403)'],
  },
  'shared/contract/endpoint.ts': {
    'further-fields': [
      'answers pass on what a platform tells besides',
      'const listed: Record<string, unknown> = {};',
      'const listed: Record<string, unknown> = { ...record };',
    ],
  },
  'electron/store/catalog/product-selection.ts': {
    'search-operators': ['a search text is an expression of the index', "text.replaceAll('\"', '\"\"')", 'text'],
  },
  'electron/service/routes/add-endpoint.ts': {
    'loose-path-ids': ['the id of a path is whatever Number takes', "':$1(^(?:0|[1-9]\\\\d{0,14})$)'", "':$1'"],
  },
});
