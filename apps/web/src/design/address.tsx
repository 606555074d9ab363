import { Link } from '@tanstack/react-router';
import { nameText, shorten } from '../format/text.js';
import css from './design.module.css';
import { useCopied } from './use-copied.js';

/** A button that copies a text. */
export function Copy({ text, what }: { text: string; what: string }) {
  const { isCopied, copy } = useCopied(text);
  return (
    <button
      type="button"
      className={css['copy']}
      aria-label={isCopied ? `${what} copied` : `Copy ${what} ${shorten(text)}`}
      title={isCopied ? 'Copied' : 'Copy'}
      onClick={copy}
    >
      <svg
        width="13"
        height="13"
        viewBox="0 0 16 16"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        aria-hidden="true"
      >
        {isCopied ? <path d="M3 8.5l3.2 3.2L13 5" /> : <path d="M5.5 5.5V3h7.5v7.5h-2.5M3 5.5h7.5V13H3z" />}
      </svg>
    </button>
  );
}

/** An address in all its letters, to be copied. */
export function WholeAddress({ address }: { address: string }) {
  return (
    <>
      <span className={css['mono']} style={{ overflowWrap: 'anywhere' }}>
        {address}
      </span>
      <Copy text={address} what="address" />
    </>
  );
}

/** An address, shortened, with its label where it has one; leads to its page. */
export function Address({
  address,
  label,
  page = 'wallet',
}: {
  address: string;
  label?: string | null;
  page?: 'wallet' | 'account' | 'validator';
}) {
  const name = label === undefined || label === null || label === '' ? null : nameText(label);
  return (
    <span className={css['address']}>
      <Link
        {...linkTo(page, address)}
        className={name === null ? css['mono'] : undefined}
        title={name === null ? address : `${name} · ${address}`}
      >
        <bdi>{name ?? shorten(address)}</bdi>
      </Link>
      <Copy text={address} what="address" />
    </span>
  );
}

function linkTo(page: 'wallet' | 'account' | 'validator', address: string) {
  switch (page) {
    case 'wallet':
      return { to: '/wallet/$address', params: { address } } as const;
    case 'account':
      return { to: '/account/$address', params: { address } } as const;
    case 'validator':
      return { to: '/validators', search: { leader: address } } as const;
  }
}

/** A slot's number; leads to its page. */
export function SlotLink({ slot }: { slot: number }) {
  return (
    <Link to="/slot/$slot" params={{ slot: String(slot) }}>
      {slot.toLocaleString('en')}
    </Link>
  );
}

/** A transaction's signature, shortened; leads to its page. */
export function Signature({ signature, account }: { signature: string; account?: string }) {
  return (
    <span className={css['address']}>
      <Link
        to="/tx/$signature"
        params={{ signature }}
        search={account === undefined ? {} : { account }}
        className={css['mono']}
        title={signature}
      >
        {shorten(signature, 5)}
      </Link>
      <Copy text={signature} what="signature" />
    </span>
  );
}
