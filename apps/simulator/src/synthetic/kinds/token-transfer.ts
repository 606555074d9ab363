import { TOKEN_PROGRAM } from '../addresses.js';
import { callLines, encodeLogs } from '../log-messages.js';
import { basePlan, maybeFail, transferInstruction } from './common.js';
import { fundedWallet, otherWallet, type TransactionKind } from './kind.js';

const logs = encodeLogs(
  callLines({ program: TOKEN_PROGRAM, lines: ['Instruction: TransferChecked'], inner: [] }),
);

/** One wallet sends tokens to another; for some a third party pays the fee and signs first. */
export const tokenTransferKind: TransactionKind = {
  name: 'token_transfer',
  weight: 22,
  plan(context) {
    const { random, world, options } = context;
    const sender = fundedWallet(context);
    const receiver = otherWallet(context, sender);
    const mint = world.busyMint(random);
    const source = world.tokenAccountOf(sender, mint, random);
    const destination = world.tokenAccountOf(receiver, mint, random);
    const payer = random.chance(0.12) ? fundedWallet(context) : sender;
    const plan = basePlan('token_transfer', payer, context);
    const held = source.token!.amount;
    const amount = held / BigInt(random.between(20, 4000));
    plan.instructions.push(transferInstruction(sender, source, destination, amount));
    plan.tokenMoves.push({ from: source, to: destination, amount });
    plan.computeUnits = random.between(4_000, 6_500);
    if (options.logMessages) plan.logs = logs;
    maybeFail(plan, context, 0);
    return plan;
  },
};
