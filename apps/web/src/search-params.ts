const ADDRESS = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;

type Search = Record<string, unknown>;

/** The parameter where it is an address; nothing otherwise, as for an absent one. */
export function addressOf<Name extends string>(name: Name, search: Search): { [Key in Name]?: string } {
  const value = search[name];
  return (typeof value === 'string' && ADDRESS.test(value) ? { [name]: value } : {}) as {
    [Key in Name]?: string;
  };
}

export function integerOf<Name extends string>(
  name: Name,
  search: Search,
  least: number,
  most: number,
): { [Key in Name]?: number } {
  const value = Number(search[name] ?? Number.NaN);
  const isRight = Number.isInteger(value) && value >= least && value <= most;
  return (isRight ? { [name]: value } : {}) as { [Key in Name]?: number };
}

export function choiceOf<Name extends string, Choice extends string>(
  name: Name,
  search: Search,
  choices: readonly Choice[],
): { [Key in Name]?: Choice } {
  const found = choices.find((choice) => choice === search[name]);
  return (found === undefined ? {} : { [name]: found }) as { [Key in Name]?: Choice };
}

/** A text without control characters, up to a length; nothing where it is another. */
export function textOf<Name extends string>(
  name: Name,
  search: Search,
  longest: number,
): { [Key in Name]?: string } {
  const value = search[name];
  const isRight = typeof value === 'string' && value.length <= longest && /^\P{C}+$/u.test(value);
  return (isRight ? { [name]: value } : {}) as { [Key in Name]?: string };
}

/** A decimal amount such as 0.05. */
export function amountOf<Name extends string>(name: Name, search: Search): { [Key in Name]?: number } {
  const text = String(search[name] ?? '');
  return (/^\d{1,9}(\.\d{1,6})?$/.test(text) ? { [name]: Number(text) } : {}) as { [Key in Name]?: number };
}
