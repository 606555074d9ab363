export const DEX_NAMES = ['raydium_v4', 'raydium_cpmm', 'orca_whirlpool', 'pump_fun', 'pump_swap'] as const;
export type DexName = (typeof DEX_NAMES)[number];
