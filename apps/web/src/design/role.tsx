import css from './design.module.css';

export type RoleName = 'frontrun' | 'victim' | 'backrun' | 'frontrun_attempt' | 'backrun_attempt';

const NAMES: Record<RoleName, string> = {
  frontrun: '◆ frontrun',
  backrun: '◆ backrun',
  victim: '● victim',
  frontrun_attempt: '◇ failed frontrun',
  backrun_attempt: '◇ failed backrun',
};

/** The part of a transaction in a sandwich: colour, mark and word. */
export function Role({ role }: { role: RoleName }) {
  return (
    <span className={`${css['pill']} ${css[role === 'victim' ? 'victim' : 'attack']}`}>{NAMES[role]}</span>
  );
}
