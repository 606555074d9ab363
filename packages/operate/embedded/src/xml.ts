/**
 * A ClickHouse configuration. A list repeats the element, null is an empty element, and a name starting with @ is an
 * attribute of the enclosing element.
 */
export type ConfigValue = string | number | null | ConfigTree | readonly ConfigValue[];
export interface ConfigTree {
  readonly [element: string]: ConfigValue;
}

const ELEMENT = /^[A-Za-z_][\w.-]*$/;

/** Renders the tree as a ClickHouse XML configuration file. */
export function renderXml(tree: ConfigTree, comment: readonly string[] = []): string {
  const head = comment.length === 0 ? '' : `<!-- ${comment.join('\n     ')} -->\n`;
  return `${head}${render('clickhouse', tree, '').join('\n')}\n`;
}

function render(name: string, value: ConfigValue, indent: string): string[] {
  if (!ELEMENT.test(name)) throw new TypeError(`"${name}" is not an XML element's name`);
  if (value === null) return [`${indent}<${name}/>`];
  if (isList(value)) return value.flatMap((part) => render(name, part, indent));
  if (typeof value !== 'object') return [`${indent}<${name}>${escapeText(String(value))}</${name}>`];
  const start = [name, ...attributesOf(value)].join(' ');
  const inner = Object.entries(value)
    .filter(([key]) => !key.startsWith('@'))
    .flatMap(([key, part]) => render(key, part, `${indent}  `));
  if (inner.length === 0 && start !== name) return [`${indent}<${start}/>`];
  return [`${indent}<${start}>`, ...inner, `${indent}</${name}>`];
}

function attributesOf(tree: ConfigTree): string[] {
  return Object.entries(tree)
    .filter(([key]) => key.startsWith('@'))
    .map(([key, value]) => {
      const name = key.slice(1);
      if (!ELEMENT.test(name)) throw new TypeError(`"${name}" is not an XML attribute's name`);
      if (typeof value !== 'string' && typeof value !== 'number')
        throw new TypeError(`the attribute ${name} is neither text nor a number`);
      return `${name}="${escapeText(String(value)).replaceAll('"', '&quot;')}"`;
    });
}

function isList(value: ConfigValue): value is readonly ConfigValue[] {
  return Array.isArray(value);
}

function escapeText(text: string): string {
  // XML 1.0 cannot represent most control characters, and paths never need them.
  if (/[^\P{Cc}\t]/u.test(text)) throw new TypeError('a configuration value holds a control character');
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
