import type { Sabotage } from '../harness/sabotage.ts';

const BODY = 'electron/service/server/body-decoder.ts';
const JSON_BODY = 'electron/service/server/body-decoder.ts';
const QUERY_TEXT = 'electron/service/server/query-decoder.ts';
const QUERY = 'electron/service/server/query-decoder.ts';
const READERS = 'shared/contract/query.ts';
const ERROR_REPLY = 'electron/service/server/api-error.ts';

type Mistake = readonly [name: string, flaw: string, file: string, find: string, put: string];

const MISTAKES: readonly Mistake[] = [
  [
    'coercion',
    'values of a body are coerced to text',
    BODY,
    'if (body !== undefined && !validator.Check(body))',
    "for (const [name, value] of Object.entries(body ?? {})) if (typeof value !== 'object') body[name] = String(value);" +
      ' if (body !== undefined && !validator.Check(body))',
  ],
  [
    'further-members',
    'further members of a body are kept',
    'shared/contract/auth.ts',
    "additionalProperties: false,\n    examples: [{ account: 'demo'",
    "examples: [{ account: 'demo'",
  ],
  [
    'parsed-ids',
    'parseInt reads whole numbers',
    READERS,
    'return INTEGER_FORM.test(text) ? Number(text) : undefined;',
    'return Number.isNaN(Number.parseInt(text, 10)) ? undefined : Number.parseInt(text, 10);',
  ],
  [
    'numbers',
    'Number reads whole numbers',
    READERS,
    'return INTEGER_FORM.test(text) ? Number(text) : undefined;',
    'return Number.isSafeInteger(Number(text)) ? Number(text) : undefined;',
  ],
  ['any-case', 'flags are taken in any case', READERS, 'FLAGS.get(text)', 'FLAGS.get(text.toLowerCase())'],
  [
    'some-ids',
    'what is no id is left out of a list of ids',
    READERS,
    'return ids.every((id) => id !== undefined) ? [...new Set(ids)] : undefined;',
    'return [...new Set(ids.filter((id) => id !== undefined))];',
  ],
  [
    'last-parameter',
    'the last of repeated parameters wins',
    QUERY_TEXT,
    'if (texts.has(name))',
    'if (texts.size > 1_000)',
  ],
  [
    'unknown-parameters',
    'unknown parameters are ignored',
    QUERY_TEXT,
    'if (!known.has(name)) throw',
    'if (!known.has(name)) continue;\n    if (!known.has(name)) throw',
  ],
  [
    'last-member',
    'the last of repeated members wins',
    JSON_BODY,
    'const repeated = findRepeatedMember(text);',
    'const repeated = text === null ? text : null;',
  ],
  ['other-charsets', 'JSON in whatever encoding is read as UTF-8', JSON_BODY, '!JSON_CONTENT_TYPE.test(type) ||', ''],
  ['no-cap', 'a limit has no cap', 'shared/contract/query.ts', "'x-cap': cap,", ''],
  [
    'empty-values',
    'an empty value counts as none',
    QUERY,
    'if (text === undefined) {',
    "if (text === undefined || text === '') {",
  ],
  [
    'impossible-days',
    '30 February is a day of March',
    READERS,
    'isCalendarDate(text) ? text : undefined',
    'Number.isNaN(Date.parse(text)) ? undefined : new Date(text).toISOString().slice(0, 10)',
  ],
  ['no-status', 'errors have no status', ERROR_REPLY, 'error.message, status, request_id', 'error.message, request_id'],
  ['further-hints', 'a 403 has a hint', ERROR_REPLY, 'if (status !== 401)', 'if (status !== 401 && status !== 403)'],
  [
    'further-fields',
    'answers pass on what a platform tells besides',
    'shared/contract/endpoint.ts',
    'const listed: Record<string, unknown> = {};',
    'const listed: Record<string, unknown> = { ...record };',
  ],
  [
    'search-operators',
    'a search text is an expression of the index',
    'electron/store/catalog/product-selection.ts',
    "word.replaceAll('\"', '\"\"')",
    'word',
  ],
  [
    'loose-path-ids',
    'the id of a path is whatever Number takes',
    'electron/service/routes/add-endpoint.ts',
    "':$1(^(?:0|[1-9]\\\\d{0,14})$)'",
    "':$1'",
  ],
];

/** One for each kind of check, for the time that the tests may take. */
const IN_TESTS = ['coercion', 'further-members', 'parsed-ids', 'last-parameter', 'impossible-days', 'no-status'];

export const CONTRACT_SABOTAGES: readonly Sabotage[] = MISTAKES.map(([name, flaw, file, find, put]) => ({
  ...{ name, flaw },
  edit: { file, find, put },
  leftToAbuse: !IN_TESTS.includes(name),
}));
