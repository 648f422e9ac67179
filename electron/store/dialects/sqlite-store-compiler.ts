import { type FunctionNode, SqliteQueryCompiler } from 'kysely';
import { formFor } from './by-dialect.ts';

/** Writes queries as SQLite takes them. */
export class SqliteStoreCompiler extends SqliteQueryCompiler {
  protected override visitFunction(node: FunctionNode): void {
    const form = formFor('sqlite', node);
    if (form) this.visitNode(form);
    else super.visitFunction(node);
  }
}
