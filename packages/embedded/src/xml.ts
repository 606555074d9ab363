/** A configuration as ClickHouse reads it: a list repeats the element, null is an empty element. */
export type ConfigValue = string | number | null | ConfigTree | readonly ConfigValue[];
export interface ConfigTree {
  readonly [element: string]: ConfigValue;
}

const ELEMENT = /^[A-Za-z_][\w.-]*$/;

/** The tree as the text of a ClickHouse XML configuration file. */
export function renderXml(tree: ConfigTree): string {
  return `${render('clickhouse', tree, '').join('\n')}\n`;
}

function render(name: string, value: ConfigValue, indent: string): string[] {
  if (!ELEMENT.test(name)) throw new TypeError(`"${name}" is not an XML element's name`);
  if (value === null) return [`${indent}<${name}/>`];
  if (isList(value)) return value.flatMap((part) => render(name, part, indent));
  if (typeof value !== 'object') return [`${indent}<${name}>${escapeText(String(value))}</${name}>`];
  const inner = Object.entries(value).flatMap(([key, part]) => render(key, part, `${indent}  `));
  return [`${indent}<${name}>`, ...inner, `${indent}</${name}>`];
}

function isList(value: ConfigValue): value is readonly ConfigValue[] {
  return Array.isArray(value);
}

function escapeText(text: string): string {
  // XML 1.0 has no way to write most control characters, and a path never needs one.
  if (/[^\P{Cc}\t]/u.test(text)) throw new TypeError('a configuration value holds a control character');
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
