import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '../../electron/service/openapi/openapi-document.ts';
import { connectAssistant, makeApiKey } from '../support/assistant.ts';
import { startFixtureService } from '../support/fixture-service.ts';
import { ACCOUNT, USER } from '../support/shop-fixture.ts';
import { openPerFile } from '../support/test-scope.ts';

const service = await openPerFile(startFixtureService);
const document = JSON.parse((await service.send('GET', '/openapi.json')).text);
const client = await connectAssistant(
  service,
  await makeApiKey(service, { accountId: ACCOUNT.alpha, userId: USER.owner }),
);

const TEXTS = {
  '/docs': document.info.description,
  'docs/api.md': readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8'),
  'the README of the client package': readFileSync(
    new URL('../../clients/typescript/README.md', import.meta.url),
    'utf8',
  ),
  'the instructions for assistants': client.getInstructions() ?? '',
};

describe('what a name says about VAT', () => {
  it.each(Object.entries(TEXTS))('is explained by %s: value_ex_wt is without it', (_, text) => {
    const flowing = text.replaceAll(/[`\s]+/g, ' ');
    expect(flowing).toContain('A name with _ex anywhere in it excludes VAT, such as value_ex_wt');
    expect(flowing).toContain('Any other name with _wt includes it');
  });

  it('is what the description of each member says', () => {
    const wrong: string[] = [];
    const visit = (schema: JsonSchema, path: string): void => {
      for (const [name, member] of Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>)) {
        const { description = '' } = member as { description?: string };
        const isWithout = name.includes('_ex');
        if (isWithout && /includ\w+ VAT|with VAT/.test(description)) wrong.push(`${path}.${name}: ${description}`);
        if (!isWithout && name.includes('_wt') && /exclud\w+ VAT|without VAT/.test(description))
          wrong.push(`${path}.${name}: ${description}`);
        visit(member, `${path}.${name}`);
      }
      if (schema.items) visit(schema.items as JsonSchema, `${path}[]`);
    };
    for (const [name, schema] of Object.entries<JsonSchema>(document.components.schemas)) visit(schema, name);
    expect(wrong).toEqual([]);
  });
});
