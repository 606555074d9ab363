import { ChainDataError } from '@tickscope/chain';
import { describe, expect, it } from 'vitest';
import { extractTrades } from './extract-trades.js';
import { SOL_MINT, type Swap } from './swap.js';
import { hasSharedData, parseGetTransaction, readSharedJson } from './testing/shared-data.js';

/**
 * What each transaction did, worked out by hand from its balances before and after (and, where one account is in
 * two legs, from its transfers), not from this package. In the comments: "v" vault or curve, "t" trader's account,
 * the change of each; lamports where it says so.
 */
const SOL = SOL_MINT;
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';

/** dex, mint in, mint out (first characters), pool in, pool out, trader in, trader out, trader, authority signed */
type Row = [string, string, string, bigint, bigint, bigint, bigint, string, boolean];

const EXPECTED: Record<string, Row[]> = {
  // v 5WUwug +63629071, AaNKCd -5238716646; t 33iWZ9 +5238716646; the SOL was wrapped and unwrapped on the way
  'tx-parser/OKXDEX_commissionSolSwap2': [
    ['Raydium AMM v4', SOL, '28ECNM', 63629071n, 5238716646n, 63629071n, 5238716646n, 'AG27WX', true],
  ],
  // v ED7PzX +249243111 of USDC, C6hTSY -1154100000; then v 8hQ2jU +1154100000, HiYi67 -6373264828; t 76NMko
  // +6373264828. The proxy's own USDC account kept 6889 of the 249250000 that it was given: it paid 249243111
  'tx-parser/OKXDEX_commissionSplProxySwap': [
    ['Phoenix', USDC, SOL, 249243111n, 1154100000n, 249243111n, 1154100000n, 'GKj54M', false],
    ['Raydium AMM v4', SOL, 'DKu9ky', 1154100000n, 6373264828n, 1154100000n, 6373264828n, 'GKj54M', false],
  ],
  // a mint with a transfer fee: t 5BZ9RY -358800, v f2YzFd +344448 (4 % withheld, 14352); v Gn7ZGt -15742;
  // then v 8h2tJb +15742, CUFKPJ -74619; t 7tKHnM +74619
  'tx-parser/OKXDEX_swap_0': [
    ['Raydium CPMM', '7atgF8', SOL, 344448n, 15742n, 358800n, 15742n, 'E8oVrS', true],
    ['Raydium CLMM', SOL, 'ED5nyy', 15742n, 74619n, 15742n, 74619n, 'E8oVrS', false],
  ],
  // v 27FxFA +10000000000, EYf8gG -998528432013; t 5weGup +998528432013
  'tx-parser/OKXDEX_swap_1': [
    ['Meteora DLMM', SOL, 'KMnDBX', 10000000000n, 998528432013n, 10000000000n, 998528432013n, 'Efbbha', true],
  ],
  // v AMC9q7 +58882325154, HwmGsR -1173873; t CUPDwq -58882325154 and lamports
  'tx-parser/OKXDEX_swap_2': [
    ['Raydium AMM v4', 'HjhCs9', SOL, 58882325154n, 1173873n, 58882325154n, 1173873n, 'FeWbDQ', true],
  ],
  // v 6h4fzv +400000000, CWXFLY -3861519639304; t E3ecuJ +3861519639304
  'tx-parser/jupiterAggregatorV6_Route_1': [
    ['Raydium AMM v4', SOL, '3p7eCg', 400000000n, 3861519639304n, 400000000n, 3861519639304n, '3huskH', true],
  ],
  // t 24h17o -100000000; v Hv2RSw +100000000, 42yWp3 -12309272
  'tx-parser/jupiterAggregatorV6_Route_2': [
    ['Raydium CLMM', '8SgNwE', SOL, 100000000n, 12309272n, 100000000n, 12309272n, '63Eazy', true],
  ],
  // t yJz5cE -100000000 USDC, split: v DCz89Y +20000000, 698nQz -188382438; v CaBv1c +80000000, Eu9r7J -126665141;
  // v BtZUpL +126660000, AMhkw4 -580838181 (the shared account 3HovFu keeps 5141); v 4wpD3F +580838181,
  // ErT1f1 -756562732; t B2XsZt +944945170, the sum of both
  'tx-parser/jupiterAggregatorV6_sharedAccountsRoute_1': [
    ['Invariant', USDC, 'oreoN2', 20000000n, 188382438n, 20000000n, 188382438n, 'AVYG9U', false],
    ['Meteora DLMM', USDC, '85VBFQ', 80000000n, 126665141n, 80000000n, 126665141n, 'AVYG9U', false],
    ['Phoenix', '85VBFQ', SOL, 126660000n, 580838181n, 126660000n, 580838181n, 'AVYG9U', false],
    ['Meteora DLMM', SOL, 'oreoN2', 580838181n, 756562732n, 580838181n, 756562732n, 'AVYG9U', false],
  ],
  // t Tk1dqc -634862142081; v 2jcxeH +634862142081, 3zsFQ3 -197485565; v 6gYLgk +197485565, GKqqPB -94110904815;
  // v GgGs6d +94110904815, 55S6xP -47747735, which is t HEdQot +47461249 and the platform's GryjGM +286486
  'tx-parser/jupiterAggregatorV6_sharedAccountsRoute_2': [
    ['Raydium AMM v4', 'CMjfdo', SOL, 634862142081n, 197485565n, 634862142081n, 197485565n, 'GKj54M', false],
    ['Meteora DLMM', SOL, 'DezXAZ', 197485565n, 94110904815n, 197485565n, 94110904815n, 'GKj54M', false],
    ['SolFi', 'DezXAZ', USDC, 94110904815n, 47747735n, 94110904815n, 47747735n, 'GKj54M', false],
  ],
  'tx-parser/jupiterDca_CloseDca_0': [],
  'tx-parser/jupiterDca_endAndClose_0': [],
  'tx-parser/jupiterDca_endAndClose_1': [],
  'tx-parser/jupiterDca_openDcaV2_0': [],
  'tx-parser/jupiterDca_openDcaV2_1': [],
  // lamports: curve GPgXsG +392079207, fee recipient CebN5W +3920792: together 395999999; v FTEyBw -5609742876530
  'tx-parser/photon_pumpfun_buy_0': [
    ['Pump.fun', SOL, 'HQ4SzF', 392079207n, 5609742876530n, 395999999n, 5609742876530n, 'DfMxre', true],
  ],
  // lamports: curve 7ke4Mi +98019801, fee recipient 62qc2C +980199; v AFzoHy -294233863538
  'tx-parser/photon_pumpfun_buy_1': [
    ['Pump.fun', SOL, '37AmZ9', 98019801n, 294233863538n, 99000000n, 294233863538n, '2PhpwX', true],
  ],
  // lamports: curve 2UiFmA -1667803326, fee recipient 62qc2C +16678034, so 1651125292 for the wallet: it gained
  // 1624442259 after the fee of 5005000 and transfers of 16678033 and 5000000
  'tx-parser/photon_pumpfun_sell': [
    ['Pump.fun', '4fSYiT', SOL, 50287397622085n, 1667803326n, 50287397622085n, 1651125292n, 'CzXW1c', true],
  ],
  // lamports: curve DizioT +3000000000, fee recipient CebN5W +30000000
  'tx-parser/pumpfun_buy_0': [
    ['Pump.fun', SOL, 'D66sbP', 3000000000n, 56716561396327n, 3030000000n, 56716561396327n, 'Efbbha', true],
  ],
  // lamports: curve 6g4dVV +1000000000, fee recipient CebN5W +10000000
  'tx-parser/pumpfun_buy_1': [
    ['Pump.fun', SOL, '7nYhDY', 1000000000n, 34612901212710n, 1010000000n, 34612901212710n, '4Ddrfi', true],
  ],
  // four buyers in one transaction. Each paid its share, 1 % to CebN5W and 2039280 for its new account; the first
  // the fee of 20000 too: wallets -392020508, -392728255, -399771498, -410315709, so paid 389961228, 390688975,
  // 397732218, 408276429, of which the transfers to the curve are below (sum 1570949359, the curve's gain)
  'tx-parser/pumpfun_buy_bundle': [
    ['Pump.fun', SOL, 'ED5nyy', 386100226n, 12373970345963n, 389961228n, 12373970345963n, 'Gh6D6D', true],
    ['Pump.fun', SOL, 'ED5nyy', 386820768n, 12100159018198n, 390688975n, 12100159018198n, '7SPkzf', true],
    ['Pump.fun', SOL, 'ED5nyy', 393794276n, 12023935360031n, 397732218n, 12023935360031n, 'GdCFP1', true],
    ['Pump.fun', SOL, 'ED5nyy', 404234089n, 12044860698416n, 408276429n, 12044860698416n, '8rL9du', true],
  ],
  // lamports: curve CQrqvW +1001231920, of which 1231920 rent; fee recipient CebN5W +10000000
  'tx-parser/pumpfun_create_0': [
    ['Pump.fun', SOL, '5dNYcC', 1000000000n, 34612903225806n, 1010000000n, 34612903225806n, '6xo262', true],
  ],
  // lamports: the wallet gained 37052874564 after the fee of 36500 and a transfer of 10000000, so got 37062911064,
  // which is what the curve lost less 1 %: 37437283903 - 374372839
  'tx-parser/pumpfun_sell_0': [
    [
      'Pump.fun',
      'CnNVDy',
      SOL,
      592443959000000n,
      37437283903n,
      592443959000000n,
      37062911064n,
      '4Ddrfi',
      true,
    ],
  ],
  // v 4veQuv +836112233953, 2uBUq6 -352936256; t D2KYhS -836112233953
  'tx-parser/raydiumLiquidityPoolV4_swap_0': [
    ['Raydium AMM v4', '2Crtda', SOL, 836112233953n, 352936256n, 836112233953n, 352936256n, 'Do3UdA', true],
  ],
  // v GjFUSK +100000000, 9Y1ecw -43045438075; t CnpqgD +43045438075
  'tx-parser/raydiumLiquidityPoolV4_swap_1': [
    ['Raydium AMM v4', SOL, 'E8yBUD', 100000000n, 43045438075n, 100000000n, 43045438075n, 'ECvj86', true],
  ],
  // v DB7bz7 +22254340082, DfXYzv -2615124; t AarSAV -22254340082
  'tx-parser/raydiumLiquidityPoolV4_swap_2': [
    ['Raydium AMM v4', 'AaJ6gm', SOL, 22254340082n, 2615124n, 22254340082n, 2615124n, 'orcACR', true],
  ],
  'tx-parser/token_transfer_0': [],
  'tx-parser/transferChecked_0': [],
  // a curve quoted in USDC: v AShUET 21630948 -> 25148140, 2HA4cj 995122876949440 -> 994677499811569
  'pumpfun/raw_buy_tx_from_gettransaction': [
    ['Pump.fun', USDC, '4F4gGV', 3517192n, 445377137871n, 3517192n, 445377137871n, 'Gygj9Q', false],
  ],
  // lamports: curve 3jJ83N +2964904802, of which 1691280 and 250560 rent; fees 8888889 (cashback), 14074074 and
  // 14074075: together 3000000000; t HkugJF 96449438144093
  'pumpfun/raw_create_tx_from_gettransaction': [
    ['Pump.fun', SOL, 'CWiTGb', 2962962962n, 96449438144093n, 3000000000n, 96449438144093n, '5htGpH', true],
  ],
  // lamports: curve 9hgcsT +100441298, of which 1691280 rent; fees 296251 (creator; 890880 rent beside), 469063 twice
  'pumpfun/raw_create_tx_from_blocksubscribe': [
    ['Pump.fun', SOL, '7YD6ZH', 98750018n, 3520371073923n, 99984395n, 3520371073923n, '5zsxd4', true],
  ],
};

describe.skipIf(!hasSharedData)('transactions of the chain (skipped without ../shared/data)', () => {
  for (const [file, rows] of Object.entries(EXPECTED)) {
    it(`finds the ${rows.length} swaps of ${file}`, () => {
      const { swaps } = read(file);
      expect(swaps.map(summary)).toEqual(rows.map(asSummary));
    });
  }

  it('has the position and program of each swap, and the payments of the transaction', () => {
    const [phoenix, raydium] = read('tx-parser/OKXDEX_commissionSplProxySwap').swaps;
    expect(phoenix).toMatchObject({
      slot: 301807437,
      outerIndex: 3,
      innerIndex: 1,
      partIndex: 0,
      outerProgramId: '6m2CDdhRgxpH4WjvdzxAYbGxwdGUz5MziiL5jek2kBma',
      // 1726067 lamports in all, 5000 a signature.
      feeLamports: 1726067n,
      priorityFeeLamports: 1721067n,
      signers: ['GKj54MVFppoYsxPU9jMn7CMniVRAuveFadyTtFhn1vXy'],
    });
    expect(raydium).toMatchObject({ outerIndex: 3, innerIndex: 5 });
  });

  it('shows the accounts on both ends, with owners and balances', () => {
    const [swap] = read('tx-parser/raydiumLiquidityPoolV4_swap_2').swaps;
    expect(swap?.source).toMatchObject({
      balanceBefore: 2225434282242n,
      balanceAfter: 2203179942160n,
    });
    expect(swap?.source.owner).toBe(swap?.trader);
    // Wrapped SOL: an account opened and closed within the transaction.
    expect(swap?.destination).toMatchObject({ balanceBefore: 0n, balanceAfter: 0n });
    expect(swap?.destination.owner).toBe(swap?.trader);
    expect(swap?.jitoTipLamports).toBe(1000020n);
  });

  it('has the wallet and its lamports for a native leg', () => {
    const [sale] = read('tx-parser/pumpfun_sell_0').swaps;
    expect(sale?.destination).toEqual({
      account: null,
      owner: '4DdrfiDHpmx55i4SPssxVzS9ZaKLb8qr45NKY9Er9nNh',
      balanceBefore: 2888928824981n,
      balanceAfter: 2925981699545n,
    });
  });

  it('reports a created curve with the supply minted into it', () => {
    const created = read('tx-parser/pumpfun_create_0').poolEvents;
    expect(created).toMatchObject([
      { kind: 'created', dexName: 'Pump.fun', amounts: [{ amount: 1000000000000000n }] },
    ]);
  });

  it('links wallets by the transfers outside swaps, and only those', () => {
    // Five payments of 3000000000 from one wallet.
    const payments = read('tx-parser/token_transfer_0').tokenLinks;
    expect(payments).toHaveLength(5);
    expect(new Set(payments.map(({ fromOwner }) => fromOwner)).size).toBe(1);
    expect(payments.every(({ amount, authoritySigned }) => amount === 3000000000n && authoritySigned)).toBe(
      true,
    );
    // An aggregator's shared account takes the tokens in (the user signs) and gives them out (no signer).
    const routed = read('tx-parser/jupiterAggregatorV6_sharedAccountsRoute_1').tokenLinks;
    expect(routed.map(({ amount, authoritySigned }) => [amount, authoritySigned])).toEqual([
      [100000000n, true],
      [944945170n, false],
    ]);
    expect(read('tx-parser/raydiumLiquidityPoolV4_swap_0').tokenLinks).toEqual([]);
  });

  it('leaves broken files to the reader of transactions, which refuses them', () => {
    for (const name of ['broken_data_0', 'broken_data_1'])
      expect(() => read(`tx-parser/${name}`)).toThrow(ChainDataError);
  });
});

function read(name: string): ReturnType<typeof extractTrades> {
  const { slot, tx } = parseGetTransaction(readSharedJson(`dex-transactions/${name}.json`));
  return extractTrades(slot, tx);
}

function summary(swap: Swap): unknown {
  const { dexName, mintIn, mintOut, poolIn, poolOut, traderIn, traderOut, trader, authoritySigned } = swap;
  return [
    dexName,
    shortMint(mintIn),
    shortMint(mintOut),
    poolIn,
    poolOut,
    traderIn,
    traderOut,
    trader.slice(0, 6),
    authoritySigned,
  ];
}

function asSummary([dexName, mintIn, mintOut, ...rest]: Row): unknown {
  return [dexName, shortMint(mintIn), shortMint(mintOut), ...rest];
}

const shortMint = (mint: string): string => mint.slice(0, 6);
