/** The DEXes that the API can be asked for, by name. A test holds them equal to the programs that are decoded. */
export const DEX_NAMES: readonly string[] = [
  ...['1DEX', 'Aldrin v1', 'Aldrin v2', 'AlphaQ', 'Aquifer', 'Archer'],
  ...['BisonFi', 'BonkSwap', 'Boop', 'Byreal CLMM', 'Crema', 'Cropper'],
  ...['Deriverse', 'DexLab', 'Dooar', 'Flux', 'FluxBeam', 'Fusion AMM'],
  ...['Gavel', 'Ghost', 'GoonFi', 'GoonFi v2', 'GooseFX Gamma', 'Guacswap'],
  ...['Hadron', 'Heaven', 'HumidiFi', 'Invariant', 'Jupiter Lend', 'Kipseli'],
  ...['Lifinity v1', 'Lifinity v2', 'Manifest', 'Mercurial', 'MetaDAO', 'Meteora DAMM v1'],
  ...['Meteora DAMM v2', 'Meteora DBC', 'Meteora DLMM', 'Metric', 'Moonshot', 'Obric v2'],
  ...['Obsidian', 'Omnipair', 'OpenBook v2', 'Orca token-swap v1', 'Orca token-swap v2', 'Orca Whirlpool'],
  ...['PancakeSwap CLMM', 'Penguin', 'Perena', 'Phoenix', 'Pump.fun', 'PumpSwap'],
  ...['Quantum', 'Quay', 'Raydium AMM v4', 'Raydium CLMM', 'Raydium CPMM', 'Raydium LaunchLab'],
  ...['Raydium stable', 'Riptide', 'Saber', 'Sanctum Infinity', 'Saros AMM', 'Saros DLMM'],
  ...['Scorch', 'SolFi', 'SolFi v2', 'SPL token-swap', 'Stabble CLMM', 'Stabble stable'],
  ...['Stabble weighted', 'Step token-swap', 'Tessera V', 'Virtuals', 'WhaleStreet', 'WOOFi'],
  ...['ZeroFi'],
];

/** The name as the API writes it; undefined where it is none. */
export function dexNameOf(text: unknown): string | undefined {
  const wanted = String(text).toLowerCase();
  return DEX_NAMES.find((name) => name.toLowerCase() === wanted);
}
