import { accountKeys, keptLog, type TokenBalance, type Transaction, toBase58 } from '@tickscope/chain';
import bs58 from 'bs58';

/** A transaction as a node answers `getTransaction` with encoding `json`. Static keys only. */
export function getTransactionJson(tx: Transaction, slot: number): object {
  const { meta, header } = tx;
  if (meta === null) throw new TypeError('a transaction without meta');
  const instruction = (ix: { programIdIndex: number; accounts: Uint8Array; data: Uint8Array }): object => ({
    programIdIndex: ix.programIdIndex,
    accounts: [...ix.accounts],
    data: bs58.encode(ix.data),
  });
  return {
    slot,
    blockTime: 1_700_000_000,
    version: tx.version,
    transaction: {
      signatures: tx.signatures.map((signature) => bs58.encode(signature)),
      message: {
        header: {
          numRequiredSignatures: header.numRequiredSignatures,
          numReadonlySignedAccounts: header.numReadonlySigned,
          numReadonlyUnsignedAccounts: header.numReadonlyUnsigned,
        },
        accountKeys: accountKeys(tx).map(toBase58),
        recentBlockhash: bs58.encode(tx.recentBlockhash),
        instructions: tx.instructions.map(instruction),
        addressTableLookups: [],
      },
    },
    meta: {
      err: meta.error === null ? null : (JSON.parse(meta.error) as unknown),
      fee: Number(meta.feeLamports),
      preBalances: meta.preBalances.map(Number),
      postBalances: meta.postBalances.map(Number),
      innerInstructions: (meta.innerInstructions ?? []).map(({ index, instructions }) => ({
        index,
        instructions: instructions.map((ix) => ({ ...instruction(ix), stackHeight: ix.stackHeight })),
      })),
      logMessages: keptLog(meta),
      preTokenBalances: meta.preTokenBalances.map(balanceJson),
      postTokenBalances: meta.postTokenBalances.map(balanceJson),
      loadedAddresses: { writable: [], readonly: [] },
    },
  };
}

function balanceJson({ accountIndex, mint, owner, decimals, amount }: TokenBalance): object {
  return { accountIndex, mint, owner, uiTokenAmount: { amount: String(amount), decimals } };
}
