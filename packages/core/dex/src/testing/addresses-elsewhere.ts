const SDK = 'anza-xyz/solana-sdk sdk-ids/src/lib.rs';
const OKX = 'okxlabs/DEX-Router-Solana-V1 programs/dex-solana/src/constants.rs';
const PARSER = 'jowency-me/solana-tx-parser README.md, tested there on mainnet transactions';
const DERIBIT = 'DefiLlama/DefiLlama-Adapters projects/deribit/index.js';
const BITFINEX = 'DefiLlama/DefiLlama-Adapters projects/bitfinex/index.js';
const SUBSTREAMS = 'PaulieB14/Jupiter-Dex-Substreams src/constants.rs';
const DECODER = '`solana_swap_protocols.py` of a public decoder with fixtures of executed swaps';
const REGISTRY = '`solana_registry_protocols.py` of the same decoder';
const LENDING = 'the same text as the id of that lender in at least nine unrelated public repositories';
const TOOLS = 'in several public tools that name trading terminals';
const GENESIS = 'genesis hash in the clusters’ own documentation (docs.anza.xyz/clusters/available)';
const EXAMPLE = 'example of the API document; the same text is in at least ten unrelated public repositories';

/**
 * Addresses in the product that the real data does not contain, each with another source in which the exact text was
 * found (November 2026).
 */
export const ADDRESSES_ELSEWHERE: Readonly<Record<string, string>> = {
  L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95: 'SUNDRAM07/txwhy src/lib/data/program-errors.json',
  BPFLoader1111111111111111111111111111111111: SDK,
  BPFLoader2111111111111111111111111111111111: SDK,
  BPFLoaderUpgradeab1e11111111111111111111111: SDK,
  Config1111111111111111111111111111111111111: SDK,
  Feature111111111111111111111111111111111111: SDK,
  KeccakSecp256k11111111111111111111111111111: SDK,
  LoaderV411111111111111111111111111111111111: SDK,
  NativeLoader1111111111111111111111111111111: SDK,
  Secp256r1SigVerify1111111111111111111111111: SDK,
  StakeConfig11111111111111111111111111111111: SDK,
  Sysvar1111111111111111111111111111111111111: SDK,
  SysvarEpochRewards1111111111111111111111111: SDK,
  SysvarEpochSchedu1e111111111111111111111111: SDK,
  SysvarFees111111111111111111111111111111111: SDK,
  SysvarLastRestartS1ot1111111111111111111111: SDK,
  SysvarRewards111111111111111111111111111111: SDK,
  SysvarS1otHistory11111111111111111111111111: SDK,
  SysvarStakeHistory1111111111111111111111111: SDK,
  ZkE1Gama1Proof11111111111111111111111111111: SDK,
  ZkTokenProof1111111111111111111111111111111: SDK,
  Va1idator1nfo111111111111111111111111111111:
    '`declare_id!` of the validator-info account (solana config program client)',

  '1oopBoJG58DgkUVKkEzKgyG9dvRmpgeEm1AVjoHkF78':
    'sonarwatch/portfolio packages/plugins/src/plugins/loopscale',
  KLend2g3cP87fffoy8q1mQqGKjrxjC8boSyAYavgmjD: LENDING,
  Port7uDYB3wk6GJAw4KT1WpTeMtSu9bTcChBHkX2LfR: 'liqprotocol/port-LIQ src/ids.ts',
  So1endDq2YkqhipRh3WViPa8hdiSpxWy6z3Z6tMCpAo: LENDING,
  jup3YeL8QhtSx1e253b2FDvsMNC87fDrgQZivbrndc9: LENDING,
  jupr81YtYssSyPt8jbnGuiWon5f6x9TcDEFxYe3Bdzi: LENDING,

  '1qbkdrr3z4ryLA7pZykqxvxWPoeifcVKo6ZG9CfkvVE': OKX,
  CLMM9tUoggJu2wagPkkqs9eFG4BWhVBZWkP1qv3Sp7tR: '`DEFAULT_SWAP_PROGRAM_ID` of Crema’s SDK',
  CURVGoZn8zycx6FXwwevgBTB2gVvdbGTEpvMJDbgs2t4: OKX,
  REALQqNEomY6cQGZJUGwywTBD2UmDT32rZcNnfxQ5N2: OKX,
  SSwpMgqNDsyV7mAgN9ady4bDVu5ySjmmXejXvy2vLt1: OKX,
  SwaPpA9LAaLfeLi3a68M4DjnLqgtticKg6CnyNwgAC8: OKX,
  boop8hVGQGqehUK2iVEMEnMrL5RbjywRzHKBmBE7ry4: OKX,
  dbcij3LWUppWqq96dh6gJWwBifmcGfLSB5D4DuSMaqN: OKX,
  fUSioN9YKKSa3CUC2YUc4tPkHJ5Y6XW1yz8y6F7qWz9: PARSER,
  swapFpHZwjELNnjvThjajtiVmkz3yPQEHjLtka2fwHW: OKX,

  QuaNtZsgYRe5Z9Bk4LZ4cTD9tbkVoyCNf1R2BN9bBDv: DECODER,
  DRVSpZ2YUYYKgZP8XtLhAGtT1zYSCKzeHfb4DgRnrgqD: DECODER,
  jupZ4m2GqUCJ5iueMfzQf8khFfH31d4XAQt3RzCT9Vd: DECODER,
  '3TK9D8aoBFYjYZtKCjciPrVrRStsnvo7KmpcJqDavpaU': DECODER,
  FLUX6xBayGxLX9UcimVRxXFMHH6q43mAbRvDzSpCsvfK: DECODER,
  HBVw6bZtcCaezhcBrmfyXBSBRWCdv72271xQ4GPvms2z: DECODER,
  riptK81hDxhe5pW5jSzSM9iRA8azgEgLJ4dXkPtBS7j: DECODER,
  '5quBtoiQqxF9Jv6KYKctB59NT3gtJD2Y65kdnB1Uev3h': DECODER,
  DEXYosS6oEGvk8uCDayvwEZz4qEyDJRf9nFgYCaqPMTm: DECODER,
  srAMMzfVHVAtgSJc8iH6CfKzuWuUTzLHVCE81QU1rgi: DECODER,
  '6dMXqGZ3ga2dikrYS9ovDXgHGh5RUsb2RTUj6hrQXhk6': DECODER,
  ghosty4ZU1Qk1HN7Ymz4pZ15QfspzJZgSYFkdKN6ZLK: DECODER,
  NUMERUNsFCP3kuNmWZuXtm1AaQCPj9uw6Guv2Ekoi5P: DECODER,
  WooFif76YGRNjk1pA8wCsN67aQsD9f9iLsz4NcJ1AVb: DECODER,
  '5U3EU2ubXtK84QcRjWVmYt9RaDyA8gKxdUrPFXmZyaki': DECODER,
  HEAVENoP2qxoeuF8Dj2oT1GHEnu49U5mJYkdeC8BAX2o: DECODER,
  FUTARELBfJfQ8RDGhg1wdhddq1odMAJUePHFuBYfUxKq: DECODER,
  omnixgS8fnqHfCcTGKWj6JtKjzpJZ1Y5y9pyFkQDkYE: DECODER,
  GAMMA7meSFWaBXF25oSUgmGRwaW6sCMFLmBNiMSdbHVT: DECODER,
  Gswppe6ERWKpUTXvRPfXdzHhiCyJvLadVvXGfdpBqcE1: DECODER,
  H8W3ctz92svYg6mkn1UtGfu2aQr2fnUFHM1RhScEtQDt: DECODER,
  EewxydAPCCVuNEyrVN68PuSYdQ7wKn27V9Gjeoi8dy3S: DECODER,
  DSwpgjMvXhtGn6BsbqmacdBZyfLj6jSWf3HJpdJtmg6N: DECODER,
  Dooar9JkhdZ7J3LHN3A7YCuoGRUggXhQaG4kijfLGU2j: DECODER,
  PSwapMdSai8tjrEXcxFeQth87xC4rRsa4VA5mhGhXkP: DECODER,
  AQU1FRd7papthgdrwPTTq5JacJh8YtwEXaBfKU3bTz45: REGISTRY,
  QUayE6nexQWYNZAEqfN8FxoNwQDSu3CAzT2qq9J1ArG: REGISTRY,
  Bvs46DPFxiFE6YHxLDLD6QAUcmy51FyRVPZJusPxLk3j: REGISTRY,
  HADRoNbLovyqhCsocfYQYB7QdfCAAinN9HTePvBCVDQ8: REGISTRY,
  GMGNreQcJFufBiCTLDBgKhYEfEe9B454UjpDr5CaSLA1: TOOLS,
  troyXT7Ty3s2rjJe4bqWaroUrS4Fjd8rbHHNHxcACF4: TOOLS,
  term9YPb9mzAsABaqN71A4xdbxHmpBNZavpBiQKZzN3: TOOLS,
  '7F2k5rXvmthLXJWCzxoCFbcuHdJx3JL1FxHFKSVxs8QB': TOOLS,
  '6Vo3245eszAb5wuqEMw8mGdbfRUdKbHhDHP5LcaGuTAB': TOOLS,

  '61DFfeTKM7trxYcPQCM78bJ794ddZprZpAwAnLiwTpYH': PARSER,
  JUP2jxvXaqu7NQY1GmNF4m1vodw12LVXYxbFL2uJvfo: SUBSTREAMS,
  JUP3c2Uh3WA4Ng34tw6kPd2G4C5BB21Xo36Je1s32Ph: SUBSTREAMS,
  JUP5cHjnnCx2DppVsufsLrXs8EBZeEZzGtEK9Gdz6ow: 'public SQL models of decoded Jupiter v5 logs',
  JUP5pEAZeHdHrLxh5UCwAbpjGwYKKoquCpda2hfP4u8: 'public SQL models of decoded Jupiter v5 logs',
  LiMoM9rMhrdYrfzUCxQppvxCSG1FcrUK9G8uLq4A1GF: '`PROGRAM_ID` of Kamino’s limit-order SDK',
  VALaaymxQh2mNy2trH9jUqHT1mTow76wpTcGmSWSwJe: PARSER,
  fd3nMFYTQjX1yr5ER8u7tPdHJB7qt8RpDpNtLQX2Br5: '`RFQ_V2_PROGRAM_ID` in three public decoders',
  proVF4pMXVaYqmy4NjniPh4pqKNfMmsihgd4wdkCX3u: PARSER,
  BANANAjs7FJiPQqJTGFzkZJndT9o7UmKiYYGaJz6frGu: PARSER,
  FLASHX8DrLbgeR8FcfNV1F5krxYcYMUdBkrP1EPBtxB9: 'Axiom’s program in ten public repositories',
  GMgnVFR8Jb39LoXsEVzb3DvBy3ywCmdmJquHUy1Lrkqb: 'GMGN’s program in ten public repositories',
  AxiomxSitiyXyPjKgJ9XSrdhsydtZsskZTEDam3PxKcC: TOOLS,
  VAULTkV5rgY9WqZtvaMHvctrKMwQw8bCfSJF4nga2D4: 'DefiLlama/dimension-adapters fees/axiom.ts',
  HAAoKJrdTktFs7zcBkpvw9ebPdu4L7Wx1CDx2waia6hD: 'a public table of terminals by fee wallet and program',
  troY36YiPGqMyAYCNbEqYCdN2tb91Zf7bHcQt7KUi61: TOOLS,
  '9Fox6i7oT8p4qHn76Qj3dks8RRMGsXQyfMSBScA5yVyX': TOOLS,
  AFW9KCZtmtMWuhuLkF5mLY9wsk7SZrpZmuKijzcQ51Ni: 'transaction 1228 of block 361774429',
  VFeesufQJnGunv2kBXDYnThT1CoAYB45U31qGDe5QjU: 'DefiLlama/dimension-adapters fees of Vector',
  VordrNZMkkryqCDFhFRcti4x3j94KY8fog3RhjGDVok: 'transactions 1717 and 1722 of block 361774429',
  JSW99DKmxNyREQM14SQLDykeBvEUG63TeohrvmofEiw: PARSER,
  MaestroAAe9ge5HTc64VbBQZ6fP77pwvrhM8i1XWSAx: PARSER,
  NoVA1TmDUqksaj2hB1nayFkPysjJbFiU76dT4qPw2wm: PARSER,
  b1oomGGqPKGD6errbyfbVMBuzSC8WtAAYo8MwNafWW1: PARSER,
  minTcHYRLVPubRK8nt6sqe2ZpWrGDLQoNLipDJCGocY: PARSER,

  A5ANHizfayJUDBSwV5Cm7CNXCj6E6AAda49wzzdYPons: DERIBIT,
  BZo9RRbgsWaLMxyaYiJK9D27j2FAVgHrhMJBvAj7GiyG: DERIBIT,
  DL165xn6SrdupXGA2MW6woz35B3ssVqpYfwS1xAKdyx: DERIBIT,
  H8z2yZcrKo7ngiMz3Vsuw823nYo11qdCqs3sJDDjeTdD: DERIBIT,
  FxteHmLwG9nk1eL4pjNve3Eub2goGkkz6g6TbvdmW46a: BITFINEX,
  FyJBKcfcEBzGN74uNxZ95GxnCxeuJJujQCELpPv14ZfN: BITFINEX,

  '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d': GENESIS,
  '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY': GENESIS,
  EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG: GENESIS,

  '58oQChx4yWmvKdwLLZzBi4ChoCc2fqCUWBkwMihLYQo2': EXAMPLE,
  '7RCz8wb6WXxUhAigok9ttgrVgDFFFbibcirECzWSBauM': EXAMPLE,
  '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM': EXAMPLE,
};
