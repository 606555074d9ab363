import type { Schemas } from '@tickscope/sdk';
import type { Check } from '../../api/queries.js';
import design from '../../design/design.module.css';
import { Address, Card, Facts } from '../../design/index.js';
import { nameText } from '../../format/text.js';
import { CONFIDENCE, evidenceText, intentText, LINKS, LOSS_METHODS } from '../../sentences/evidence.js';
import css from '../page.module.css';

type Transaction = Schemas['TransactionResponse']['data'];
type Known = Schemas['SandwichEvidence'] | Schemas['SandwichEvent'];

/** How sure the verdict is, and why: each item says what it means when it is opened. */
export function Certainty({
  check,
  evidence,
  transaction,
}: {
  check: Check;
  evidence: Known | undefined;
  transaction: Transaction | undefined;
}) {
  return (
    <Card
      title="How sure is this?"
      aside={evidence === undefined ? <NoSandwich check={check} /> : <Pill evidence={evidence} />}
    >
      {evidence === undefined ? (
        <Facts
          facts={[
            [
              'Leader',
              transaction?.leader == null ? (
                'not known'
              ) : (
                <Address
                  key="leader"
                  address={transaction.leader}
                  label={transaction.validatorName}
                  page="account"
                />
              ),
            ],
            [
              'Client',
              transaction?.client == null
                ? 'not known'
                : nameText(`${transaction.client} ${transaction.clientVersion ?? ''}`),
            ],
          ]}
        />
      ) : (
        <EvidenceList evidence={evidence} />
      )}
    </Card>
  );
}

function Pill({ evidence }: { evidence: Known }) {
  const { confidence, intent } = evidence;
  return (
    <span
      className={`${design['pill']} ${design['attack']}`}
      title={`${CONFIDENCE[confidence]} ${intentText(evidence)}`}
    >
      {confidence} · {intent}
    </span>
  );
}

function NoSandwich({ check: { verdict, found } }: { check: Check }) {
  const isClean = verdict === 'not_sandwiched';
  if (!found) return <span className={design['pill']}>not stored</span>;
  return (
    <span className={`${design['pill']} ${isClean ? design['clean'] : ''}`}>
      {isClean ? 'all slots analysed' : verdict === 'unknown' ? 'not everything seen' : verdict}
    </span>
  );
}

export function EvidenceList({ evidence }: { evidence: Known }) {
  const { confidence, intent, quantity_ratio: ratio, link } = evidence;
  const items: { text: string; value: string; why: string }[] = [
    { text: 'Sold what it had bought', value: `${(ratio * 100).toFixed(2)} %`, why: CONFIDENCE[confidence] },
    ...('slippage_use' in evidence && evidence.slippage_use !== null
      ? [
          {
            text: 'Used up of the slippage limit',
            value: `${Math.round(evidence.slippage_use * 100)} %`,
            why: `Of the room between what the trade would have got without the attack and the worst that it accepted.${evidence.limit_age === 'after' ? ' The limit was made after the frontrun, so this says nothing about the attacker.' : ''}`,
          },
        ]
      : []),
    { text: LINKS[link] ?? link, value: '', why: 'What makes the two legs one attacker.' },
    ...evidence.evidence.map((item) => ({ value: '', ...evidenceText(item, evidence) })),
    { text: `Intent: ${intent}`, value: '', why: intentText(evidence) },
    ...('loss_method' in evidence && evidence.loss_method !== null
      ? [
          {
            text: 'How the loss was computed',
            value: '',
            why: LOSS_METHODS[evidence.loss_method] ?? evidence.loss_method,
          },
        ]
      : []),
  ];
  return (
    <ul className={css['evidence']}>
      {items.map(({ text, value, why }) => (
        <li key={text}>
          <details>
            <summary title={why}>
              <span>{text}</span>
              {value !== '' && <strong style={{ marginLeft: 'auto' }}>{value}</strong>}
            </summary>
            <p>{why}</p>
          </details>
        </li>
      ))}
    </ul>
  );
}
