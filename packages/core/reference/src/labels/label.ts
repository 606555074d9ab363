/** The label of an address, with its source. */
export interface Label {
  /** Base58 of 32 bytes. */
  address: string;
  kind: LabelKind;
  label: string;
  tags: readonly string[];
  /** Where it can be verified: a page, a repository, or the operator's file. */
  source: string;
}

export const LABEL_KINDS = [
  'program',
  'exchange',
  'bot',
  'tip_account',
  'token',
  'pool',
  'validator',
  'wallet',
] as const;

export type LabelKind = (typeof LABEL_KINDS)[number];
