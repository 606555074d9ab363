import { ChainDataError } from '@tickscope/chain';
import { describe, expect, it } from 'vitest';
import { extractTrades } from './extract-trades.js';
import { SOL_MINT, type Swap } from './swap.js';
import { realTransactions } from './testing/real-transactions.js';
import { hasSharedData, parseGetTransaction, readSharedJson } from './testing/shared-data.js';

/**
 * Effects of each transaction, worked out by hand from its balances before and after (and, where one account is in two
 * legs, from its transfers), not from this package. In the comments: "v" vault or curve, "t" trader's account, the
 * change of each; lamports where it says so.
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
  // v 44GW6a +125000000000, 34WpFz -14631209500; t Ctjmde +14512696704, of which 118512796 went to 3hVztn
  '2026/dflow-scorch': [
    ['Scorch', SOL, USDC, 125000000000n, 14631209500n, 125000000000n, 14631209500n, '9TxdAe', true],
  ],
  // two mints with a transfer fee of 3 %: t 8eDamv -2319521134758, of it 1889945820600 to 9m4Cg8 (+1833247445982) and
  // 429575314158 to HdCtAJ (+416688054733). v E5X4Gu -1539262, of it 989745 to BETTzC and 549500 to 9ERH1V, 17 kept;
  // 9BwhsE -1614986523, 8mpbDM -895641782; HNnGMp -5515840373 = 2cJE4f; 2SQhos -563457987. t Hs3QbF +3060277932, the
  // three sums less 5533355 and 8275005
  '2026/jupiter-cpmm-goonfi2-archer-dlmm-whalestreet': [
    ['Raydium CPMM', 'Hy1LfQ', 'SNDKbw', 1833247445982n, 1539262n, 1889945820600n, 1539262n, '83QpSe', true],
    ['GoonFi v2', 'SNDKbw', USDC, 989745n, 1614986523n, 989745n, 1614986523n, '83QpSe', true],
    ['Archer', 'SNDKbw', USDC, 549500n, 895641782n, 549500n, 895641782n, '83QpSe', true],
    ['Meteora DLMM', 'Hy1LfQ', SOL, 416688054733n, 5515840373n, 429575314158n, 5515840373n, '83QpSe', true],
    ['WhaleStreet', SOL, USDC, 5515840373n, 563457987n, 5515840373n, 563457987n, '83QpSe', true],
  ],
  // v 2uA7m4 +9990, J6fo2G -1588109; t 23sQSF +1588109; 10 of the SOL went to EaUghZ
  '2026/jupiter-raydium-v4-v2': [
    ['Raydium AMM v4', SOL, 'B1N5Lc', 9990n, 1588109n, 9990n, 1588109n, '6qVcd9', true],
  ],
  // v ATRsNG +710000000000, 2Y7HAT -46885904892, which is t 78SwP7 +46881216302 and 9sz8Xg +4688590
  '2026/titan-bisonfi': [
    ['BisonFi', SOL, USDC, 710000000000n, 46885904892n, 710000000000n, 46885904892n, '4uyDXb', false],
  ],
  // v 4xZYFL +175499997941, FTKLoQ -125104835931; the Whirlpool's +573440089409, -408700150359; 941059912650 more SOL
  // went to Sanctum Infinity for 670455362682 newly minted: together t 3WDYde +1204260348972
  '2026/titan-sanctum-alphaq-whirlpool': [
    ['AlphaQ', SOL, '5oVNBe', 175499997941n, 125104835931n, 175499997941n, 125104835931n, 'CHoCJS', false],
    [
      'Orca Whirlpool',
      SOL,
      '5oVNBe',
      573440089409n,
      408700150359n,
      573440089409n,
      408700150359n,
      'CHoCJS',
      false,
    ],
  ],
  // v J445YB +3853747, CWZ2Rj -10049442880; t BC8y7Y +10049442880
  'agave/main_070e9aa_0': [
    ['Meteora DAMM v2', SOL, '4KCqTC', 3853747n, 10049442880n, 3853747n, 10049442880n, '8QXHLs', true],
  ],
  // a bot that called no pool
  'agave/main_79e80ef_0': [],
  'wallets/failed-swap': [],
  'wallets/swap-failed-transaction': [],
  // v 5M3c33 +21898077, Bfrpfw -4239; then v 2w6WUG +4239, 7CoLod -28168; t C9JRr8 -21898077
  'wallets/swap-a16z-usdt-sol': [
    ['Raydium CLMM', 'HeLp6N', 'Es9vMF', 21898077n, 4239n, 21898077n, 4239n, 'FQT9SS', true],
    ['Raydium CLMM', 'Es9vMF', SOL, 4239n, 28168n, 4239n, 28168n, 'FQT9SS', true],
  ],
  // v 8ofECj +991250, 86KSdC -5903984; t F77xG4 -1000000, of it 8750 to H4FVf2
  'wallets/swap-sol-to-obric': [
    ['Obric v2', USDC, SOL, 991250n, 5903984n, 991250n, 5903984n, '3xTPAZ', true],
  ],
  // v AjYa7G +10000000, Aafu2k -4036960523; t ASWT19 +4036960523
  'wallets/swap-sol-to-sahur': [
    ['Raydium AMM v4', SOL, 'DNrmDM', 10000000n, 4036960523n, 10000000n, 4036960523n, 'FQT9SS', true],
  ],
  // v 86KSdC +991250, 8ofECj -167225; t F77xG4 +167225
  'wallets/swap-sol-to-usdc': [['Obric v2', SOL, USDC, 991250n, 167225n, 991250n, 167225n, '3xTPAZ', true]],
  // v 3xQwbd +1428571, 892Km9 -44119999, which is 9ewoAW +44075880 and the fee 4d3vmX +44119
  'wallets/wrapper-2GMpqA7duENGaEXJUuP712J3tvX25uU45ZQ8vZdszXVUHyiAwo9byn3vVSVRgxks1PKX7H4wrBcE3FXqH1q6mRa1':
    [['Orca Whirlpool', SOL, '74DSHn', 1428571n, 44119999n, 1428571n, 44119999n, 'DCAKxn', false]],
  // v Capc4B +7287032271779, 52ss7p -45130273; t Bw3QsV -7287032271779
  'wallets/wrapper-2rY9ky2Ypps3KMxcgEoerPPKc1ZYEhxbV7x2bRZf8n31RuBDddvguvdmWMLyDJB8ayvbcUGH2LPpxDhT2rhubTEX':
    [['Raydium AMM v4', 'JB5Txx', SOL, 7287032271779n, 45130273n, 7287032271779n, 45130273n, 'mm5G1i', true]],
  // a keeper fills a limit order: v Cqs1j5 +182560735, Bhi2nP -952688995; then v 9jSV6T +952688995, CJTMMS -83423
  'wallets/wrapper-3HdFhHNyf2uKrW6zb6FeYZpjcRyvprQuQH4oVkmc4uuCAhoEUAEkPHgUzRubf8npmHnziRs4HokFTgAkGPyzso6D':
    [
      ['Lifinity v2', USDC, SOL, 182560735n, 952688995n, 182560735n, 952688995n, '71WDyy', true],
      ['Raydium AMM v4', SOL, '9gr84r', 952688995n, 83423n, 952688995n, 83423n, '71WDyy', true],
    ],
  // v GEarAr +2000000000, Cvf6b3 -9903412546; then v 9jSV6T +9903412546, CJTMMS -919927
  'wallets/wrapper-3HxfYpPAC7dMAoWSDA8ZmZ1V2173ydk51stHrH45VGg9Ykgrr9p676aJwQE2eRJQJ36Bw3hZY5pbpDWhBimGaHNi':
    [
      ['Meteora DLMM', USDC, SOL, 2000000000n, 9903412546n, 2000000000n, 9903412546n, '71WDyy', true],
      ['Raydium AMM v4', SOL, '9gr84r', 9903412546n, 919927n, 9903412546n, 919927n, '71WDyy', true],
    ],
  // v D9uG7X +15999020 of the 16000000 (t 9KXNt6 keeps 980), Hf4wCQ -37520000000; v 9A2ZsP +37520000000,
  // 5Zumc1 -78673640; v 9jSV6T +78673640, CJTMMS -7219
  'wallets/wrapper-42zg3fooJY4TNf1DBJF4iaFXdE4ZmssX27JpMCSVPmUPA9et2neKND3H8NYViRx4yv2xDjcyZLnBewN3bC2mApXN':
    [
      ['Phoenix', USDC, '7BgBvy', 15999020n, 37520000000n, 15999020n, 37520000000n, '71WDyy', true],
      ['Raydium AMM v4', '7BgBvy', SOL, 37520000000n, 78673640n, 37520000000n, 78673640n, '71WDyy', true],
      ['Raydium AMM v4', SOL, '9gr84r', 78673640n, 7219n, 78673640n, 7219n, '71WDyy', true],
    ],
  // v ELFYDk +839779382, 6Nij2p -4366864428; then v 9jSV6T +4366864428, CJTMMS -374004
  'wallets/wrapper-4NAC7cK6cRPFZJaJVehTJ2Pstj63oWjcDnnFoPARtsXb4qZiHhQeQmG9wbZg2yTkNPm37h13hP9vdZQdJReHiLBF':
    [
      ['Lifinity v2', USDC, SOL, 839779382n, 4366864428n, 839779382n, 4366864428n, '71WDyy', true],
      ['Raydium AMM v4', SOL, '9gr84r', 4366864428n, 374004n, 4366864428n, 374004n, '71WDyy', true],
    ],
  // orders opened and cancelled
  'wallets/wrapper-4aBP4353YQuQnSgX5PxH2upWr3HsS3163RV4NgCb1yTcoHz5pcvgnWxuaicwKkopXKrz9EKff7aAy3jWpbixt5Zn':
    [],
  'wallets/wrapper-4iZxoW1D2uP3pwfG3vbpUqxYredB1K6kavLdRnUxq5djfDeLpKDcu2VE2CTuAuHTj5eaR7qVcbRs65tZgzgdKhAj':
    [],
  // v 2WLWEu +3359117529, EUuUbD -17525992778; then v 9jSV6T +17525992778, CJTMMS -1548758
  'wallets/wrapper-4v28RP4AadGTfSRmYyZyag2erNokm6pyE7Fdct14bkEKSDFusPkxkp2DLSovxuGPnRA6qJdmFFQrJHCouq6RaNrw':
    [
      ['Orca Whirlpool', USDC, SOL, 3359117529n, 17525992778n, 3359117529n, 17525992778n, '71WDyy', true],
      ['Raydium AMM v4', SOL, '9gr84r', 17525992778n, 1548758n, 17525992778n, 1548758n, '71WDyy', true],
    ],
  // a round trip: v DAxvtD +5000000, Dy8bkU -905739; v 3f9kSZ +905739, 4maNZQ -5475800; v BBDQmi +5475796 (4 are kept),
  // 8xepSs -907632; v 92P9U8 +907632, 49gyyv -907075; v Dy8bkU +907075, DAxvtD -5005371 (balances: +1336 and -5371)
  'block 254170887 444': [
    ['Lifinity v2', 'J1toso', USDC, 5000000n, 905739n, 5000000n, 905739n, '5y5jCv', true],
    ['Invariant', USDC, SOL, 905739n, 5475800n, 905739n, 5475800n, '5y5jCv', true],
    ['Orca token-swap v1', SOL, 'Es9vMF', 5475796n, 907632n, 5475796n, 907632n, '5y5jCv', true],
    ['Mercurial', 'Es9vMF', USDC, 907632n, 907075n, 907632n, 907075n, '5y5jCv', true],
    ['Lifinity v2', USDC, 'J1toso', 907075n, 5005371n, 907075n, 5005371n, '5y5jCv', true],
  ],
  // v FHNPYg +20000000, 64U7eF -3319177; v 92P9U8 +3319177, 49gyyv -3316940; v BsLY7Q +3316940, EN1RTv -20022614
  'block 254170887 517': [
    ['Meteora DLMM', SOL, 'Es9vMF', 20000000n, 3319177n, 20000000n, 3319177n, '5y5jCv', true],
    ['Mercurial', 'Es9vMF', USDC, 3319177n, 3316940n, 3319177n, 3316940n, '5y5jCv', true],
    ['Meteora DLMM', USDC, SOL, 3316940n, 20022614n, 3316940n, 20022614n, '5y5jCv', true],
  ],
};

describe.skipIf(!hasSharedData)('transactions of the chain (skipped without ../shared/data)', () => {
  for (const [file, rows] of Object.entries(EXPECTED)) {
    it(`finds the ${rows.length} swaps of ${file}`, () => {
      const { swaps } = read(file);
      expect(swaps.map(summary)).toEqual(rows.map(asSummary));
    });
  }

  it('names every transaction outside of the blocks', () => {
    const single = realTransactions().filter(({ name }) => !name.startsWith('block '));
    expect(single.map(({ name }) => name).filter((name) => !(name in EXPECTED))).toEqual([]);
    expect(single).toHaveLength(52);
  });

  it('leaves nothing unrecognised that looks like a swap', () => {
    for (const { name, slot, tx } of realTransactions())
      expect([name, extractTrades(slot, tx).unknownFrames]).toEqual([name, []]);
  });

  it('reports what a pool took for new shares as liquidity', () => {
    const { poolEvents } = read('2026/titan-sanctum-alphaq-whirlpool');
    expect(poolEvents).toMatchObject([
      {
        dexName: 'Sanctum Infinity',
        kind: 'liquidity_added',
        pool: 'AYhux5gJzCoeoc1PoJ1VxwPDe22RwcvpHviLDD1oCGvW',
        amounts: [{ mint: SOL, amount: 941059912650n }],
      },
    ]);
  });

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
  const real = realTransactions().find((one) => one.name === name);
  const { slot, tx } = real ?? parseGetTransaction(readSharedJson(`dex-transactions/${name}.json`));
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
