/** Values that DDL has in common on all servers, and those that differ from one to the next. */
export interface TemplateValues {
  database: string;
  /** The engine clause of a table. `args` without parentheses; empty if it has none. */
  engine(name: string, args: string): string;
}

const VALUE = /\{\{([^{}]*)\}\}/g;
const ENGINE = /^engine: (\w+)(?:\(([^()]*)\))?$/;

/** A single server, on which the engines are those that the statements name. */
export function oneServer(database: string): TemplateValues {
  return { database, engine: (name, args) => (args === '' ? name : `${name}(${args})`) };
}

/**
 * A server whose database is `Replicated`: its replicas share the definitions of tables, and with these engines their rows.
 * Paths and names are the server's defaults, by its macros. Tables in memory stay what they are.
 */
export function replicatedServer(database: string): TemplateValues {
  const { engine } = oneServer(database);
  return {
    database,
    engine: (name, args) => engine(name.endsWith('MergeTree') ? `Replicated${name}` : name, args),
  };
}

/**
 * Fills the template values of a statement: `{{database}}`, and `{{engine: ReplacingMergeTree(version)}}`, which names
 * the engine that one server would have.
 *
 * @throws Error for any other value between double braces, and for a name that is no identifier
 */
export function fillTemplate(statement: string, { database, engine }: TemplateValues): string {
  return statement.replaceAll(VALUE, (_, value: string) => {
    if (value === 'database') return checked(database);
    const [, name, args = ''] = ENGINE.exec(value) ?? [];
    if (name === undefined) throw new Error(`not a template value of DDL: {{${value}}}`);
    return engine(name, args);
  });
}

function checked(database: string): string {
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(database)) throw new Error(`not a database name: "${database}"`);
  return database;
}
