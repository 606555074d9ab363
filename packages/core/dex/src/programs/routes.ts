import type { RouteLimitLayout } from './route-limit-layout.js';
import {
  AXIOM_LIMITS,
  BINANCE_LIMITS,
  DFLOW_LIMITS,
  JUPITER_V6_LIMITS,
  OKX_LIMITS,
  PHOTON_LIMITS,
  RAYDIUM_ROUTER_LIMITS,
  TITAN_LIMITS,
} from './route-limits.js';

/**
 * Programs through which many unrelated wallets reach pools: aggregators, order programs, trading terminals and bots
 * for hire. They hold no pools; their swaps are found in the programs they call. Two wallets that call the same one are
 * not linked by it, nor by what a terminal calls beside a swap: guards, fees, accounts made ready. A program that is
 * neither here nor a DEX may be private.
 *
 * Source: cxcx-ai/solana-dex-parser `src/constants/programId.ts` and its Go port (list of September 2026);
 * sevenlabs-hq/carbon `decoders/` (ids of DFlow, OKX); FixedLocally/sandwich-finder `events/addresses.rs` (Limo);
 * okxlabs/DEX-Router-Solana-V1; Titan-Pathfinder/titan-v2-cpi-example; Axiom's, GMGN's, Trojan's, Terminal's (formerly
 * Padre), Cielo's and Binance Wallet's as named by public tools; Pump.fun's router has the upgrade authority of its
 * curve. BullX's, BonkBot's, Vector's and Binance Wallet's inner ones were read off trades that pay these terminals'
 * fees (blocks 355825332 and 361774429); `Vordr` only has Vector's fee wallets among its keys.
 */
export type RouteRole = 'aggregator' | 'orders' | 'terminal';

export interface RouteProgram {
  id: string;
  name: string;
  role: RouteRole;
  /** Limits of those instructions that state one; none if their data is not known. */
  limits?: readonly RouteLimitLayout[];
}

export const ROUTE_PROGRAMS: readonly RouteProgram[] = [
  {
    id: 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4',
    name: 'Jupiter v6',
    role: 'aggregator',
    limits: JUPITER_V6_LIMITS,
  },
  { id: 'JUP5cHjnnCx2DppVsufsLrXs8EBZeEZzGtEK9Gdz6ow', name: 'Jupiter v5', role: 'aggregator' },
  { id: 'JUP5pEAZeHdHrLxh5UCwAbpjGwYKKoquCpda2hfP4u8', name: 'Jupiter v5', role: 'aggregator' },
  { id: 'JUP4Fb2cqiRUcaTHdrPC8h2gNsA2ETXiPDD33WcGuJB', name: 'Jupiter v4', role: 'aggregator' },
  { id: 'JUP3c2Uh3WA4Ng34tw6kPd2G4C5BB21Xo36Je1s32Ph', name: 'Jupiter v3', role: 'aggregator' },
  { id: 'JUP2jxvXaqu7NQY1GmNF4m1vodw12LVXYxbFL2uJvfo', name: 'Jupiter v2', role: 'aggregator' },
  { id: '6m2CDdhRgxpH4WjvdzxAYbGxwdGUz5MziiL5jek2kBma', name: 'OKX', role: 'aggregator', limits: OKX_LIMITS },
  { id: 'proVF4pMXVaYqmy4NjniPh4pqKNfMmsihgd4wdkCX3u', name: 'OKX v2', role: 'aggregator' },
  {
    id: 'DF1ow4tspfHX9JwWJsAb9epbkA8hmpSEAtxXy1V27QBH',
    name: 'DFlow',
    role: 'aggregator',
    limits: DFLOW_LIMITS,
  },
  {
    id: 'T1TANpTeScyeqVzzgNViGDNrkQ6qHz9KrSBS4aNXvGT',
    name: 'Titan',
    role: 'aggregator',
    limits: TITAN_LIMITS,
  },
  { id: 'B3111yJCeHBcA1bizdJjUFPALfhAfSRnAbJzGUtnt56A', name: 'Binance Wallet', role: 'aggregator' },
  {
    id: 'HuTkmnrv4zPnArMqpbMbFhfwzTR7xfWQZHH1aQKzDKFZ',
    name: 'Binance Wallet',
    role: 'aggregator',
    limits: BINANCE_LIMITS,
  },
  {
    id: 'routeUGWgWzqBWFcrCfv8tritsqukccJPu3q5GPP3xS',
    name: 'Raydium router',
    role: 'aggregator',
    limits: RAYDIUM_ROUTER_LIMITS,
  },
  { id: 'stkitrT1Uoy18Dk1fTrgPw8W6MVzoCfYoAFT4MLsmhq', name: 'Sanctum router', role: 'aggregator' },
  { id: 'DCA265Vj8a9CEuX1eb1LWRnDT7uK6q1xMipnNyatn23M', name: 'Jupiter DCA', role: 'orders' },
  { id: 'jupoNjAxXgZ4rjzxzPMP4oxduvQsQtZzyknqvzYNrNu', name: 'Jupiter Limit', role: 'orders' },
  { id: 'j1o2qRpjcyUwEvwtcfhEQefh773ZgjxcVRry7LDqg5X', name: 'Jupiter Limit v2', role: 'orders' },
  { id: 'VALaaymxQh2mNy2trH9jUqHT1mTow76wpTcGmSWSwJe', name: 'Jupiter VA', role: 'orders' },
  { id: '61DFfeTKM7trxYcPQCM78bJ794ddZprZpAwAnLiwTpYH', name: 'Jupiter Z', role: 'orders' },
  { id: 'fd3nMFYTQjX1yr5ER8u7tPdHJB7qt8RpDpNtLQX2Br5', name: 'Jupiter RFQ v2', role: 'orders' },
  { id: 'LiMoM9rMhrdYrfzUCxQppvxCSG1FcrUK9G8uLq4A1GF', name: 'Kamino Limo', role: 'orders' },
  {
    id: 'BSfD6SHZigAfDWSjzD5Q41jw8LmKwtmjskPH9XW1mrRW',
    name: 'Photon',
    role: 'terminal',
    limits: PHOTON_LIMITS,
  },
  { id: 'HAAoKJrdTktFs7zcBkpvw9ebPdu4L7Wx1CDx2waia6hD', name: 'Photon', role: 'terminal' },
  { id: 'BANANAjs7FJiPQqJTGFzkZJndT9o7UmKiYYGaJz6frGu', name: 'Banana Gun', role: 'terminal' },
  { id: 'minTcHYRLVPubRK8nt6sqe2ZpWrGDLQoNLipDJCGocY', name: 'Mintech', role: 'terminal' },
  { id: 'b1oomGGqPKGD6errbyfbVMBuzSC8WtAAYo8MwNafWW1', name: 'Bloom', role: 'terminal' },
  { id: 'MaestroAAe9ge5HTc64VbBQZ6fP77pwvrhM8i1XWSAx', name: 'Maestro', role: 'terminal' },
  { id: 'NoVA1TmDUqksaj2hB1nayFkPysjJbFiU76dT4qPw2wm', name: 'Nova', role: 'terminal' },
  { id: 'JSW99DKmxNyREQM14SQLDykeBvEUG63TeohrvmofEiw', name: 'Apepro', role: 'terminal' },
  { id: 'GMgnVFR8Jb39LoXsEVzb3DvBy3ywCmdmJquHUy1Lrkqb', name: 'GMGN', role: 'terminal' },
  { id: 'GMGNreQcJFufBiCTLDBgKhYEfEe9B454UjpDr5CaSLA1', name: 'GMGN', role: 'terminal' },
  { id: 'troyXT7Ty3s2rjJe4bqWaroUrS4Fjd8rbHHNHxcACF4', name: 'Trojan', role: 'terminal' },
  { id: 'troY36YiPGqMyAYCNbEqYCdN2tb91Zf7bHcQt7KUi61', name: 'Trojan', role: 'terminal' },
  { id: 'term9YPb9mzAsABaqN71A4xdbxHmpBNZavpBiQKZzN3', name: 'Terminal', role: 'terminal' },
  { id: '9Fox6i7oT8p4qHn76Qj3dks8RRMGsXQyfMSBScA5yVyX', name: 'Terminal', role: 'terminal' },
  { id: 'FLASHX8DrLbgeR8FcfNV1F5krxYcYMUdBkrP1EPBtxB9', name: 'Axiom', role: 'terminal' },
  {
    id: 'AxiomfHaWDemCFBLBayqnEnNwE6b7B2Qz3UmzMpgbMG6',
    name: 'Axiom',
    role: 'terminal',
    limits: AXIOM_LIMITS,
  },
  { id: 'AxiomxSitiyXyPjKgJ9XSrdhsydtZsskZTEDam3PxKcC', name: 'Axiom', role: 'terminal' },
  { id: 'VAULTkV5rgY9WqZtvaMHvctrKMwQw8bCfSJF4nga2D4', name: 'Axiom', role: 'terminal' },
  { id: 'D4aBeFn9DBhU41kFNvr9kVKRuBy858ATxwTevmJCCJYL', name: 'BullX', role: 'terminal' },
  { id: '4pP8eDKACuV7T2rbFPE8CHxGKDYAzSdRsdMsGvz2k4oc', name: 'BullX', role: 'terminal' },
  { id: 'AFW9KCZtmtMWuhuLkF5mLY9wsk7SZrpZmuKijzcQ51Ni', name: 'BullX', role: 'terminal' },
  { id: 'CxvksNjwhdHDLr3qbCXNKVdeYACW8cs93vFqLqtgyFE5', name: 'BonkBot', role: 'terminal' },
  { id: 'VFeesufQJnGunv2kBXDYnThT1CoAYB45U31qGDe5QjU', name: 'Vector', role: 'terminal' },
  { id: 'VordrNZMkkryqCDFhFRcti4x3j94KY8fog3RhjGDVok', name: 'Vordr', role: 'terminal' },
  { id: '7F2k5rXvmthLXJWCzxoCFbcuHdJx3JL1FxHFKSVxs8QB', name: 'Cielo', role: 'terminal' },
  { id: '6Vo3245eszAb5wuqEMw8mGdbfRUdKbHhDHP5LcaGuTAB', name: 'Pump.fun router', role: 'terminal' },
  { id: 'MAyhSmzXzV1pTf7LsNkrNwkWKTo4ougAJ1PPg47MD4e', name: 'Pump.fun Mayhem', role: 'terminal' },
];
