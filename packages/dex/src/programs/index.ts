import type { DexProgram } from '../layout.js';
import { ALDRIN_V1, ALDRIN_V2 } from './aldrin.js';
import { ALPHAQ } from './alphaq.js';
import { AQUIFER } from './aquifer.js';
import { ARCHER } from './archer.js';
import { BISONFI } from './bisonfi.js';
import { BONKSWAP, GUACSWAP } from './bonkswap.js';
import { BOOP } from './boop.js';
import { BYREAL } from './byreal.js';
import { CREMA } from './crema.js';
import { CROPPER } from './cropper.js';
import { DERIVERSE } from './deriverse.js';
import { FLUX } from './flux.js';
import { FLUXBEAM } from './fluxbeam.js';
import { FUSION_AMM } from './fusion-amm.js';
import { GAMMA } from './gamma.js';
import { GAVEL } from './gavel.js';
import { GHOST } from './ghost.js';
import { GOONFI, GOONFI_V2 } from './goonfi.js';
import { HADRON } from './hadron.js';
import { HEAVEN } from './heaven.js';
import { HUMIDIFI } from './humidifi.js';
import { INVARIANT } from './invariant.js';
import { JUPITER_LEND } from './jupiter-lend.js';
import { KIPSELI } from './kipseli.js';
import { LIFINITY_V1 } from './lifinity-v1.js';
import { LIFINITY_V2 } from './lifinity-v2.js';
import { MANIFEST } from './manifest.js';
import { MERCURIAL } from './mercurial.js';
import { METADAO } from './metadao.js';
import { METEORA_DAMM_V1 } from './meteora-damm-v1.js';
import { METEORA_DAMM_V2 } from './meteora-damm-v2.js';
import { METEORA_DBC } from './meteora-dbc.js';
import { METEORA_DLMM } from './meteora-dlmm.js';
import { METRIC } from './metric.js';
import { MOONSHOT } from './moonshot.js';
import { OBRIC_V2 } from './obric-v2.js';
import { OBSIDIAN } from './obsidian.js';
import { OMNIPAIR } from './omnipair.js';
import { ONE_DEX } from './one-dex.js';
import { OPENBOOK_V2 } from './openbook-v2.js';
import { ORCA_TOKEN_SWAP_V1, ORCA_TOKEN_SWAP_V2 } from './orca-token-swap.js';
import { ORCA_WHIRLPOOL } from './orca-whirlpool.js';
import { PANCAKE_SWAP } from './pancake-swap.js';
import { PERENA } from './perena.js';
import { PHOENIX } from './phoenix.js';
import { PUMP_FUN } from './pump-fun.js';
import { PUMP_SWAP } from './pump-swap.js';
import { QUANTUM } from './quantum.js';
import { QUAY } from './quay.js';
import { RAYDIUM_AMM_V4 } from './raydium-amm-v4.js';
import { RAYDIUM_CLMM } from './raydium-clmm.js';
import { RAYDIUM_CPMM } from './raydium-cpmm.js';
import { RAYDIUM_LAUNCHLAB } from './raydium-launchlab.js';
import { RAYDIUM_STABLE } from './raydium-stable.js';
import { RIPTIDE } from './riptide.js';
import { SABER } from './saber.js';
import { SANCTUM_INFINITY } from './sanctum-infinity.js';
import { SAROS_AMM, SAROS_DLMM } from './saros.js';
import { SCORCH } from './scorch.js';
import { SOLFI, SOLFI_V2 } from './solfi.js';
import { DEXLAB, DOOAR, PENGUIN, SPL_TOKEN_SWAP, STEP_TOKEN_SWAP } from './spl-token-swap.js';
import { STABBLE_STABLE, STABBLE_WEIGHTED } from './stabble.js';
import { STABBLE_CLMM } from './stabble-clmm.js';
import { TESSERA } from './tessera.js';
import { VIRTUALS } from './virtuals.js';
import { WHALESTREET } from './whalestreet.js';
import { WOOFI } from './woofi.js';
import { ZEROFI } from './zerofi.js';

/** All supported DEX programs. To add one: its file, a line here, and a fixture. */
export const DEX_PROGRAMS: readonly DexProgram[] = [
  RAYDIUM_AMM_V4,
  RAYDIUM_CPMM,
  RAYDIUM_CLMM,
  RAYDIUM_LAUNCHLAB,
  PUMP_FUN,
  PUMP_SWAP,
  ORCA_WHIRLPOOL,
  ORCA_TOKEN_SWAP_V1,
  ORCA_TOKEN_SWAP_V2,
  METEORA_DLMM,
  METEORA_DAMM_V1,
  METEORA_DAMM_V2,
  METEORA_DBC,
  PHOENIX,
  OPENBOOK_V2,
  MANIFEST,
  LIFINITY_V2,
  SOLFI,
  SOLFI_V2,
  ZEROFI,
  HUMIDIFI,
  OBRIC_V2,
  GOONFI,
  GOONFI_V2,
  TESSERA,
  BISONFI,
  FLUXBEAM,
  SABER,
  ALDRIN_V1,
  ALDRIN_V2,
  INVARIANT,
  CREMA,
  SAROS_AMM,
  SAROS_DLMM,
  PANCAKE_SWAP,
  BYREAL,
  FUSION_AMM,
  MOONSHOT,
  BOOP,
  STABBLE_STABLE,
  STABBLE_WEIGHTED,
  SCORCH,
  QUANTUM,
  ALPHAQ,
  DERIVERSE,
  AQUIFER,
  JUPITER_LEND,
  ARCHER,
  WHALESTREET,
  QUAY,
  KIPSELI,
  FLUX,
  OBSIDIAN,
  RIPTIDE,
  METRIC,
  HADRON,
  SANCTUM_INFINITY,
  MERCURIAL,
  RAYDIUM_STABLE,
  STABBLE_CLMM,
  LIFINITY_V1,
  GAMMA,
  ONE_DEX,
  GAVEL,
  GHOST,
  PERENA,
  WOOFI,
  VIRTUALS,
  HEAVEN,
  METADAO,
  OMNIPAIR,
  BONKSWAP,
  GUACSWAP,
  CROPPER,
  SPL_TOKEN_SWAP,
  STEP_TOKEN_SWAP,
  DEXLAB,
  DOOAR,
  PENGUIN,
];
