import { existsSync, readdirSync } from 'node:fs';
import { pubkeyFromBase58 } from '@tickscope/chain';
import { describe, expect, it } from 'vitest';
import type { AccountIndex, HopLayout, InstructionLayout } from './layout.js';
import { limitOf } from './limits.js';
import { layoutOf, roleOf } from './roles.js';
import { readSharedJson, sharedPath } from './testing/shared-data.js';

/**
 * Single instructions of the chain with the names that their program's interface gives to their accounts: each
 * account that a layout points at must bear a name that fits.
 */
interface Sample {
  accounts: { pubkey: string; is_signer: boolean; is_writable: boolean; label?: string }[];
  data: string;
  program_id: string;
}

const FOLDER = sharedPath('dex-transactions/instructions/');
const files = existsSync(FOLDER)
  ? readdirSync(FOLDER).flatMap((program) =>
      readdirSync(`${FOLDER}${program}`)
        .filter((name) => name.endsWith('_ix.json'))
        .map((name) => `${program}/${name}`),
    )
  : [];

/** By the names of their files: those that trade, move liquidity or fees of a pool's vaults, or make pools. */
const MOVES =
  /^(swap|two_hop|buy|sell|add_liq|remove_|increase_liq|decrease_liq|deposit|withdraw|migrate_funds|claim_fee|collect_(fees|protocol|fund))/;
const CREATES = /^(initialize_(pool|lb_pair|customizable|permission)|create_pool|initialize_ix|token_mint)/;
/** Raydium's open a position with liquidity in it, Orca's an empty one. */
const OPENS = /^raydium-clmm-decoder\/open_position/;

describe.skipIf(files.length === 0)('instructions of the chain (skipped without ../shared/data)', () => {
  it('are known by their programs: all that trade, move liquidity or make pools, and no others', () => {
    for (const file of files) {
      const layout = layoutFor(read(file));
      const name = file.slice(file.indexOf('/') + 1);
      const isExpected = MOVES.test(name) || CREATES.test(name) || OPENS.test(file);
      expect([file, layout !== null]).toEqual([file, isExpected]);
      if (layout !== null) expect(`${layout.name}_ix.json`).toBe(name);
    }
  });

  it('have accounts with matching names at the indexes of a layout', () => {
    let checked = 0;
    for (const file of files) {
      const sample = read(file);
      const layout = layoutFor(sample);
      if (layout === null) continue;
      for (const [index, pattern] of pointers(layout)) {
        const account = sample.accounts.at(index);
        if (account?.label === undefined) continue;
        expect(`${file} ${index} ${account.label}`).toMatch(pattern);
        checked += 1;
      }
    }
    expect(checked).toBeGreaterThan(150);
  });

  /** By the names of the arguments in the program's published interface, at their places there. */
  it.each([
    ['raydium-clmm-decoder/swap_v2', 'most_in', 16],
    ['meteora-dlmm-decoder/swap_exact_out2', 'most_in', 8],
    ['raydium-clmm-decoder/swap', null, 16],
    ['raydium-clmm-decoder/swap_router_base_in', null, 16],
    ['orca-whirlpool-decoder/swap', null, 16],
    ['orca-whirlpool-decoder/swap_v2', null, 16],
    ['orca-whirlpool-decoder/two_hop_swap', 'least_out', 16],
    ['orca-whirlpool-decoder/two_hop_swap_v2', null, 16],
    ['meteora-dlmm-decoder/swap_exact_out', null, 8],
    ['meteora-dlmm-decoder/swap', null, 16],
    ['fluxbeam-decoder/swap', null, 9],
    ['lifinity-amm-v2-decoder/swap', null, 16],
  ])('have the limit that their data states: %s', (name, kind, at) => {
    const sample = read(`${name}_ix.json`);
    const layout = layoutFor(sample);
    if (layout === null || !('limit' in layout)) throw new Error('not a swap');
    const data = Buffer.from(sample.data, 'hex');
    const amount = data.readBigUInt64LE(at);
    expect(limitOf(layout.limit, data)).toEqual(kind === null ? null : { kind, amount });
    if (kind === null) expect([0n, 1n, 2n ** 64n - 1n]).toContain(amount);
  });

  it('are signed by the account that a layout takes for the authority, and write its pool and vaults', () => {
    for (const file of files) {
      const sample = read(file);
      const layout = layoutFor(sample);
      if (layout?.does !== 'swap' && layout?.does !== 'curve_trade') continue;
      const hops = layout.does === 'swap' ? layout.hops : [layout];
      for (const hop of hops) {
        // Taken from a call inside another program, where a program's address signs: no account is marked.
        if (sample.accounts.some(({ is_signer: isSigner }) => isSigner))
          expect([file, sample.accounts.at(hop.authority)?.is_signer]).toEqual([file, true]);
        const vaults = 'vaults' in hop ? pairOf(hop.vaults) : [hop.vault];
        for (const vault of vaults)
          expect([file, sample.accounts.at(vault)?.is_writable]).toEqual([file, true]);
      }
    }
  });

  it('have their direction', () => {
    const directionOf = (file: string, hop: number): boolean | null => {
      const sample = read(file);
      const layout = layoutFor(sample);
      const trader = layout?.does === 'swap' ? layout.hops[hop]?.trader : undefined;
      return trader !== undefined && 'aToB' in trader ? trader.aToB(Buffer.from(sample.data, 'hex')) : null;
    };
    // The last bytes of the data: a_to_b, or both of a two-hop before its two price limits.
    expect(directionOf('orca-whirlpool-decoder/swap_ix.json', 0)).toBe(false);
    expect(directionOf('orca-whirlpool-decoder/swap_v2_ix.json', 0)).toBe(true);
    expect(directionOf('orca-whirlpool-decoder/two_hop_swap_ix.json', 0)).toBe(true);
    expect(directionOf('orca-whirlpool-decoder/two_hop_swap_ix.json', 1)).toBe(false);
  });
});

function read(file: string): Sample {
  return readSharedJson(`dex-transactions/instructions/${file}`) as Sample;
}

function layoutFor({ accounts, data, program_id: programId }: Sample): InstructionLayout | null {
  const role = roleOf(pubkeyFromBase58(programId));
  if (role?.is !== 'dex') throw new Error(`not in the registry: ${programId}`);
  return layoutOf(role, Buffer.from(data, 'hex'), accounts.length);
}

const POOL = /(lbPair|whirlpool(One|Two)?|poolState|curveAccount)$/i;
const VAULT = /(reserve[XY]?|vault\w*|\w+Vault)$/i;
const USER = /(user|owner|input|output)\w*/i;
const WHO = /(user|tokenAuthority|payer|sender|funder|owner|admin|authority|creator|operator)\w*$/i;

function pairOf(vaults: HopLayout['vaults']): readonly AccountIndex[] {
  return 'first' in vaults ? [vaults.first, vaults.last] : vaults;
}

function pointers(layout: InstructionLayout): [AccountIndex, RegExp][] {
  switch (layout.does) {
    case 'swap':
      return layout.hops.flatMap(({ pool, vaults, trader, authority }): [AccountIndex, RegExp][] => [
        [pool, POOL],
        ...pairOf(vaults).map((vault): [AccountIndex, RegExp] => [vault, VAULT]),
        // The first pool of a two-hop of the second version pays the second pool's vault.
        ...('source' in trader
          ? ([
              [trader.source, /(user|owner|input|Intermediate)\w*$/i],
              [trader.destination, /(user|owner|output|Intermediate)\w*$/i],
            ] as [AccountIndex, RegExp][])
          : ([
              [trader.a, USER],
              [trader.b, USER],
            ] as [AccountIndex, RegExp][])),
        [authority, WHO],
      ]);
    case 'curve_trade':
    case 'route':
      return [[layout.authority, WHO]];
    case 'fill':
      return [[layout.taker, WHO]];
    case 'rebate':
      return [[layout.wallet, WHO]];
    default:
      return [
        [layout.pool, POOL],
        ...layout.vaults.map((vault): [AccountIndex, RegExp] => [vault, VAULT]),
        ...(layout.actor === null ? [] : ([[layout.actor, WHO]] as [AccountIndex, RegExp][])),
      ];
  }
}
