import bs58 from 'bs58';

/** The strings of an answer that decode to a signature or an address. */
export interface ChainNames {
  /** Base58 of 64 bytes. */
  signatures: Set<string>;
  /** Base58 of 32 bytes. */
  addresses: Set<string>;
}

/**
 * Collects the signatures and addresses anywhere in some answers. Throws where a field whose name ends with
 * `signature` does not hold one, so that a malformed signature is not overlooked.
 */
export function chainNamesIn(...answers: unknown[]): ChainNames {
  const names: ChainNames = { signatures: new Set(), addresses: new Set() };
  const visit = (value: unknown, field: string): void => {
    if (typeof value === 'string') {
      const bytes = value.length <= 88 ? bs58.decodeUnsafe(value)?.length : undefined;
      if (bytes === 64) names.signatures.add(value);
      else if (field.endsWith('signature')) throw new Error(`${field} holds no signature: ${value}`);
      else if (bytes === 32) names.addresses.add(value);
    } else if (Array.isArray(value)) for (const item of value) visit(item, field);
    else if (typeof value === 'object' && value !== null)
      for (const [name, item] of Object.entries(value)) visit(item, name);
  };
  for (const answer of answers) visit(answer, '');
  return names;
}
