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

/** A tool as the list of tools shows it. */
export function describeTools() {
  const once = createDescribedOnce();
  return TOOLS.map((tool) => ({
    tool: { ...tool, description: withToolNames(tool.description) },
    input: fromJsonSchema(inputSchemaOf(tool.input, once), CHECKED_BY_THE_API),
    output: fromJsonSchema(outputSchemaOf(tool, once) as JsonSchemaType, CHECKED_BY_THE_API),
  }));
}

/** The API refuses wrong arguments itself, in the words in which it refuses everybody. */
const CHECKED_BY_THE_API: jsonSchemaValidator = {
  getValidator:
    <T>(): JsonSchemaValidator<T> =>
    (input) => ({ valid: true, data: input as T, errorMessage: undefined }),
};

/**
 * An assistant reads the whole list before it does anything, so that a description which was given before is not given
 * again: records are named by the tool that describes them, and members that mean the same have no further description.
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

/** What an assistant is not helped by: the API checks arguments itself, and says what is wrong with them. */
const LEFT_OUT = ['examples', 'maximum', 'minimum', 'minItems', 'maxItems', 'uniqueItems', 'maxLength'];

/** A parameter with a default need not be given. */
function inputSchemaOf(schema: TObject, once: DescribedOnce): JsonSchemaType {
  const { properties } = createSchemaCollector().describe(schema) as { properties: Record<string, JsonSchema> };
  const isNeeded = (name: string) => !('default' in (schema.properties[name] ?? {}));
  const shown = Object.entries(properties).map(([name, member]) => {
    const { description: _, ...others } = member;
    return [name, argumentOf(once.member(name, member) ? others : member)];
  });
  const required = (schema.required ?? []).filter(isNeeded);
  return {
    type: 'object',
    properties: Object.fromEntries(shown),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  } as JsonSchemaType;
}

/** Names, meanings and words of an answer. What type a member has an assistant sees in the answer. */
function outputSchemaOf({ name: tool, output }: Tool, once: DescribedOnce): JsonSchemaType {
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
      ...(description !== undefined && { description: inWordsOfTools(description) }),
      ...(items && { items: shorten(items) }),
      ...(properties && { properties: membersOf(properties) }),
    };
  };

  const membersOf = (properties: Readonly<Record<string, JsonSchema>>) =>
    Object.fromEntries(
      Object.entries(properties).map(([name, member]) => {
        const shown = shorten(member);
        const isKnown = once.member(name, shown);
        const { description: _, ...structure } = shown;
        return [name, isKnown ? structure : shown];
      }),
    );

  const { properties: members = {}, ...root } = shorten(described) as AnswerSchema;
  // What every list and report has around its rows: the instructions say it.
  const properties = Object.fromEntries(Object.entries(members).filter(([, member]) => Object.keys(member).length > 0));
  return { ...root, type: 'object', properties } as JsonSchemaType;
}

interface AnswerSchema {
  readonly $ref?: string;
  readonly description?: string;
  /** One thing and null. */
  readonly anyOf?: readonly [JsonSchema, JsonSchema];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
}

/** Without extensions of ours, and in the words of the tools. */
function argumentOf(schema: JsonSchema): JsonSchema {
  const shown = Object.entries(schema).filter(
    ([name, value]) => !name.startsWith('x-') && !LEFT_OUT.includes(name) && value !== 'int64',
  );
  return Object.fromEntries(
    shown.map(([name, value]) => {
      if (name === 'description') return [name, withToolNames(String(value))];
      if (name === 'items') return [name, argumentOf(value as JsonSchema)];
      return name === 'enum' ? choiceOf(value as readonly string[]) : [name, value];
    }),
  );
}

/** Columns to sort by are there twice, once with `-` before them. */
function choiceOf(values: readonly string[]): ['enum', readonly string[]] | ['pattern', string] {
  const ascending = values.filter((value) => !value.startsWith('-'));
  return ascending.length === values.length ? ['enum', values] : ['pattern', `^-?(${ascending.join('|')})$`];
}

/** What the instructions say once for all members. */
const IN_THE_INSTRUCTIONS = /,? (?:in|ex)cluding VAT|; null where the platform does not know it/g;

const inWordsOfTools = (text: string) => withToolNames(text.replaceAll(IN_THE_INSTRUCTIONS, ''));

/** An endpoint, as texts of the contract name it. */
const ENDPOINT = /GET (\/api\/[\w/{}-]+)/g;

/** The tool in place of the endpoint that it reads. */
function withToolNames(text: string): string {
  return text.replace(ENDPOINT, (named, path) => TOOLS.find(({ endpoint }) => endpoint?.path === path)?.name ?? named);
}
