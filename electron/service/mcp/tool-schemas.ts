import {
  fromJsonSchema,
  type JsonSchemaType,
  type JsonSchemaValidator,
  type jsonSchemaValidator,
} from '@modelcontextprotocol/server';
import type { TObject } from 'typebox';
import type { JsonSchema } from '../openapi/openapi-document.ts';
import { createSchemaCollector } from '../openapi/schema-collector.ts';
import type { Tool } from './tool.ts';
import { TOOLS } from './tools.ts';

/** All tools as the list of tools shows them. */
export function describeTools() {
  const once = createDescribedOnce();
  return TOOLS.map((tool) => ({
    tool: { ...tool, description: replaceEndpoints(tool.description) },
    input: fromJsonSchema(describeInput(tool.input, once), CHECKED_BY_THE_API),
    output: fromJsonSchema(describeOutput(tool, once) as JsonSchemaType, CHECKED_BY_THE_API),
  }));
}

/** Accepts everything: the API refuses wrong arguments itself, with the usual messages. */
const CHECKED_BY_THE_API: jsonSchemaValidator = {
  getValidator:
    <T>(): JsonSchemaValidator<T> =>
    (input) => ({ valid: true, data: input as T, errorMessage: undefined }),
};

/**
 * An assistant reads the whole list before it does anything, so no description is given twice: a record that was
 * described before is named by its tool, and a member with a known name and meaning has no description.
 */
function createDescribedOnce() {
  const toolOfRecord = new Map<string, string>();
  const members = new Set<string>();
  return {
    /** The tool that describes a record; undefined the first time. */
    record(title: string, tool: string): string | undefined {
      const before = toolOfRecord.get(title);
      if (before === undefined) toolOfRecord.set(title, tool);
      return before;
    },
    member(name: string, { description }: JsonSchema): boolean {
      if (description === undefined) return false;
      const meaning = `${name}: ${description}`;
      const isKnown = members.has(meaning);
      members.add(meaning);
      return isKnown;
    },
  };
}

type DescribedOnce = ReturnType<typeof createDescribedOnce>;

/** Keywords that do not help an assistant: the API checks arguments itself and says what is wrong with them. */
const OMITTED_KEYWORDS = ['examples', 'maximum', 'minimum', 'minItems', 'maxItems', 'uniqueItems', 'maxLength'];

/** A parameter with a default is not required. */
function describeInput(schema: TObject, once: DescribedOnce): JsonSchemaType {
  const { properties } = createSchemaCollector().describe(schema) as { properties: Record<string, JsonSchema> };
  const isRequired = (name: string) => !('default' in (schema.properties[name] ?? {}));
  const shown = Object.entries(properties).map(([name, member]) => {
    const { description: _, ...others } = member;
    return [name, describeArgument(once.member(name, member) ? others : member)];
  });
  const required = (schema.required ?? []).filter(isRequired);
  return {
    type: 'object',
    properties: Object.fromEntries(shown),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  } as JsonSchemaType;
}

/** Names, meanings and descriptions of an answer. An assistant sees the types in the answer itself. */
function describeOutput({ name: tool, output }: Tool, once: DescribedOnce): JsonSchemaType {
  const schemas = createSchemaCollector('');
  const described = schemas.describe(output);
  const records = schemas.components();

  const shorten = (schema: JsonSchema): JsonSchema => {
    const { $ref: title, anyOf, items, properties, description } = schema as AnswerSchema;
    if (title !== undefined) {
      const before = once.record(title, tool);
      const record = records[title] ?? {};
      if (before === undefined) return shorten(record);
      return { description: `${record.description}, as ${before === tool ? 'above' : `in ${before}`}` };
    }
    if (anyOf) return shorten(anyOf[0]);
    return {
      ...(description !== undefined && { description: shortenDescription(description) }),
      ...(items && { items: shorten(items) }),
      ...(properties && { properties: describeMembers(properties) }),
    };
  };

  const describeMembers = (properties: Readonly<Record<string, JsonSchema>>) =>
    Object.fromEntries(
      Object.entries(properties).map(([name, member]) => {
        const shown = shorten(member);
        const isKnown = once.member(name, shown);
        const { description: _, ...structure } = shown;
        return [name, isKnown ? structure : shown];
      }),
    );

  const { properties: members = {}, ...root } = shorten(described) as AnswerSchema;
  // The instructions explain the members that every list and report has.
  const properties = Object.fromEntries(Object.entries(members).filter(([, member]) => Object.keys(member).length > 0));
  return { ...root, type: 'object', properties } as JsonSchemaType;
}

interface AnswerSchema {
  readonly $ref?: string;
  readonly description?: string;
  /** A schema and null. */
  readonly anyOf?: readonly [JsonSchema, JsonSchema];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
}

/** Without our extensions, and with tools in place of endpoints. */
function describeArgument(schema: JsonSchema): JsonSchema {
  const shown = Object.entries(schema).filter(
    ([name, value]) => !name.startsWith('x-') && !OMITTED_KEYWORDS.includes(name) && value !== 'int64',
  );
  return Object.fromEntries(
    shown.map(([name, value]) => {
      if (name === 'description') return [name, replaceEndpoints(String(value))];
      if (name === 'items') return [name, describeArgument(value as JsonSchema)];
      return name === 'enum' ? describeChoice(value as readonly string[]) : [name, value];
    }),
  );
}

/** Sort columns occur twice, once with a leading `-`. */
function describeChoice(values: readonly string[]): ['enum', readonly string[]] | ['pattern', string] {
  const ascending = values.filter((value) => !value.startsWith('-'));
  return ascending.length === values.length ? ['enum', values] : ['pattern', `^-?(${ascending.join('|')})$`];
}

/** Phrases that the instructions state once for all members. */
const STATED_IN_INSTRUCTIONS = /,? (?:in|ex)cluding VAT|; null where the platform does not know it/g;

const shortenDescription = (text: string) => replaceEndpoints(text.replaceAll(STATED_IN_INSTRUCTIONS, ''));

/** An endpoint, as texts of the contract name it. */
const ENDPOINT = /GET (\/api\/[\w/{}-]+)/g;

/** Replaces each endpoint by the tool that reads it. */
function replaceEndpoints(text: string): string {
  return text.replace(ENDPOINT, (named, path) => TOOLS.find(({ endpoint }) => endpoint?.path === path)?.name ?? named);
}
