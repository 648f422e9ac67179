import type { Compilable, CompiledQuery, Kysely } from 'kysely';
import type { StoreSchema } from './schema.ts';

type Value = string | number | null;

/** A query that is put together once, for those that run so often that this would cost more than running it. */
export interface PreparedQuery<Parameters, Row> {
  run(db: Kysely<StoreSchema>, parameters: Parameters): Promise<Row[]>;
}

/** Stands for a parameter in the query, and is what the compiled query then holds in its place. */
class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/**
 * `build` puts the query together at the first run, with `param(name)` in the place of each value that changes.
 * Such a value has the type that the query asks for there.
 */
export function prepareQuery<Parameters extends Readonly<Record<string, Value>>, Row>(
  build: (
    db: Kysely<StoreSchema>,
    param: <Name extends keyof Parameters & string>(name: Name) => Parameters[Name],
  ) => Compilable<Row>,
): PreparedQuery<Parameters, Row> {
  let compiled: CompiledQuery<Row> | undefined;
  return {
    async run(db, parameters) {
      compiled ??= build(db, (name) => new Placeholder(name) as never).compile();
      const values = compiled.parameters.map((value) =>
        value instanceof Placeholder ? parameters[value.name] : value,
      );
      const { rows } = await db.executeQuery<Row>({ ...compiled, parameters: values });
      return rows;
    },
  };
}
