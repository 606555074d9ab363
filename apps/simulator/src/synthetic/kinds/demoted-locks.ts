import { callLines, encodeLogs } from '../log-messages.js';
import { readonly, writable } from '../transaction-parts.js';
import { basePlan, instruction, maybeFail } from './common.js';
import { fundedWallet, type TransactionKind } from './kind.js';

/**
 * The special locks of chain facts 15 and 16: keys that the message makes writable, but the runtime does not. Requests
 * a sysvar and a builtin as writable (reserved: read), and the called program too (read, unless the upgradeable loader
 * is among the keys).
 */
export const demotedLocksKind: TransactionKind = {
  name: 'demoted_locks',
  weight: 4,
  plan(context) {
    const { random, world, options } = context;
    const payer = fundedWallet(context);
    const plan = basePlan('demoted_locks', payer, context);
    const program = random.pick(world.programs.trading);
    const uses = [
      writable(world.sysvars.clock),
      readonly(world.sysvars.rent),
      writable(world.programs.system),
      writable(program),
      writable(world.busyMarket(random).state),
    ];
    if (random.chance(0.5)) uses.push(readonly(world.programs.upgradeableLoader));
    plan.instructions.push(instruction(program, uses, random.bytes(12)));
    plan.computeUnits = random.between(2_000, 9_000);
    if (options.logMessages)
      plan.logs = encodeLogs(callLines({ program: program.text, lines: [], inner: [] }));
    maybeFail(plan, context, 0);
    return plan;
  },
};
