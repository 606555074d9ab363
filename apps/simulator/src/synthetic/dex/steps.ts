import type { PlanContext } from '../kinds/kind.js';
import type { TransactionPlan } from '../plan.js';

/** One planned transaction: its position, and a function that plans it when the block reaches it. */
export interface Step {
  slot: number;
  /** A share of the block; steps with the same value are adjacent. */
  position: number;
  plan(context: PlanContext): TransactionPlan;
}

/** Counts the step down when it is planned, and has its transaction's position recorded. */
export function counted(step: Step, of: { stepsLeft: number }): Step {
  return {
    ...step,
    plan(context) {
      of.stepsLeft -= 1;
      const plan = step.plan(context);
      plan.placed = null;
      return plan;
    },
  };
}

/** Takes the steps up to a slot out of those that wait. */
export function dueSteps(pending: Step[], slot: number): Step[] {
  const due = pending.filter((step) => step.slot <= slot);
  for (const step of due) pending.splice(pending.indexOf(step), 1);
  return due;
}
