import { SYSTEM_PROGRAM } from '../addresses.js';
import { callLines, encodeLogs } from '../log-messages.js';
import { basePlan, lamportTransfer, maybeFail, maybeTip } from './common.js';
import { fundedWallet, otherWallet, type TransactionKind } from './kind.js';

const logs = encodeLogs(callLines({ program: SYSTEM_PROGRAM, lines: [], inner: [] }));

/** One wallet sends SOL to one or two others. */
export const lamportTransferKind: TransactionKind = {
  name: 'lamport_transfer',
  weight: 15,
  plan(context) {
    const { random, options } = context;
    const payer = fundedWallet(context);
    const plan = basePlan('lamport_transfer', payer, context);
    const receivers = random.chance(0.15) ? 2 : 1;
    for (let count = 0; count < receivers; count += 1) {
      const to = otherWallet(context, payer);
      lamportTransfer(plan, context, payer, to, random.spread(8, 24));
    }
    plan.computeUnits = 150 * (receivers + (plan.computeUnitLimit === null ? 0 : 1));
    if (options.logMessages) plan.logs = logs;
    maybeFail(plan, context, 0);
    maybeTip(plan, context, 0.04);
    return plan;
  },
};
