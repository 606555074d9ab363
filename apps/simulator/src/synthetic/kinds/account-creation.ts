import { Account, TOKEN_ACCOUNT_RENT } from '../account.js';
import { SYSTEM_PROGRAM } from '../addresses.js';
import { callLines, encodeLogs } from '../log-messages.js';
import { writableSigner } from '../transaction-parts.js';
import { basePlan, instruction, maybeFail } from './common.js';
import { fundedWallet, type TransactionKind } from './kind.js';

const logs = encodeLogs(callLines({ program: SYSTEM_PROGRAM, lines: [], inner: [] }));

/** System program `CreateAccount`: the new account signs too, so two signatures, or three with a sponsor. */
export const accountCreationKind: TransactionKind = {
  name: 'account_creation',
  weight: 4,
  plan(context) {
    const { random, world, options } = context;
    const funder = fundedWallet(context);
    const payer = random.chance(0.3) ? fundedWallet(context) : funder;
    const created = new Account(random.bytes(32), 0);
    const plan = basePlan('account_creation', payer, context);
    const data = Buffer.alloc(52);
    data.writeBigUInt64LE(BigInt(TOKEN_ACCOUNT_RENT), 4);
    data.writeBigUInt64LE(165n, 12);
    data.set(world.programs.token.key, 20);
    plan.instructions.push(
      instruction(world.programs.system, [writableSigner(funder), writableSigner(created)], data),
    );
    plan.lamportMoves.push({ from: funder, to: created, lamports: TOKEN_ACCOUNT_RENT });
    plan.computeUnits = 450;
    if (options.logMessages) plan.logs = logs;
    maybeFail(plan, context, 0);
    return plan;
  },
};
