import {
  type components,
  HTTP_METHODS,
  type OpenApiDocument,
  type OpenApiParameter,
} from '@tickscope/schemas';

type SandwichEvent = components['schemas']['SandwichEvent'];

/** The values of a sandwich, by the names of the fields and parameters that take them. */
type Names = Readonly<Record<string, string | number | string[]>>;

function namesOf(sandwich: SandwichEvent): Names | null {
  const [victim] = sandwich.victims;
  const [attacker] = sandwich.attackers;
  if (victim?.signature == null || victim.wallet == null || attacker === undefined) return null;
  const pool = sandwich.pool.pool_address;
  return {
    ...{ signature: victim.signature, signatures: [victim.signature] },
    ...{ account_id: pool, account: pool, pool, addresses: [pool] },
    ...{ address: victim.wallet, wallet_address: victim.wallet, victim_address: victim.wallet },
    ...{ victim: victim.wallet, wallet_a: victim.wallet },
    ...{ attacker, attacker_address: attacker, wallet_b: attacker },
    ...{ mint: sandwich.mint_out, dex: sandwich.pool.dex_name, sandwich_id: sandwich.id },
    slot: victim.slot,
  };
}

/** Names that mean something else below one path: elsewhere `cursor` is a count, and `address` a victim's. */
function namesBelow(path: string, sandwich: SandwichEvent, names: Names): Names {
  if (path === '/mev/sandwiches') return { ...names, cursor: sandwich.id };
  if (path.startsWith('/mev/sandwiches/')) return { ...names, id: sandwich.id };
  if (path.startsWith('/mev/attackers/')) return { ...names, address: names['attacker']! };
  return names;
}

/**
 * The document with a sandwich in the examples of its requests, so that each of them finds something. The examples of
 * answers stay. The document itself is not changed.
 */
export function withExamplesOf(document: OpenApiDocument, sandwich: SandwichEvent): OpenApiDocument {
  const everywhere = namesOf(sandwich);
  if (everywhere === null) return document;
  const paths = Object.entries(structuredClone(document.paths)).map(([path, item]) => {
    const names = namesBelow(path, sandwich, everywhere);
    fillParameters(item, names);
    for (const method of HTTP_METHODS) {
      const operation = item[method];
      if (operation === undefined) continue;
      fillParameters(operation, names);
      for (const { value } of Object.values(
        operation.requestBody?.content['application/json']?.examples ?? {},
      ))
        for (const [field, old] of Object.entries(value)) value[field] = replacement(field, old, names);
    }
    return [path, item];
  });
  return { ...document, paths: Object.fromEntries(paths) };
}

function fillParameters({ parameters = [] }: { parameters?: OpenApiParameter[] }, names: Names): void {
  for (const parameter of parameters) if (parameter.name in names) parameter.example = names[parameter.name];
}

/** A field that takes one signature or several keeps its form. */
function replacement(field: string, old: unknown, names: Names): unknown {
  const name = Object.hasOwn(names, field) ? names[field] : undefined;
  if (name === undefined) return old;
  return Array.isArray(name) && !Array.isArray(old) ? name[0] : name;
}
