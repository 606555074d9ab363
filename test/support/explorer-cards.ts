import type { Page } from 'playwright-core';
import { settled } from './explorer-page.js';

/**
 * A card of the explorer as it is shown. Amounts are exact, as they are on hover: `1200 lamports`, `5 units` of a token. Links
 * are whole addresses and signatures, and numbers have no commas. What is marked as a lower bound begins with `≥ `.
 */
export interface ShownCard {
  title: string;
  note: string;
  text: string;
  facts: Record<string, string>;
  /** By the names of the columns; `key` names the row. */
  rows: Record<string, string>[];
  items: string[];
  /** Its drawing: the titles of marks, the labels of links, and the number of circles. */
  marks: string[];
  links: string[];
  circles: number;
}

const READ = `(() => {
  const plain = (text) => text.replace(/\\s+/g, ' ').trim().replace(/(\\d),(?=\\d{3})/g, '$1');
  const exact = (title) => {
    const units = /(-?\\d+) raw units/.exec(title);
    const sol = /^(-?[\\d.e-]+) SOL$/.exec(title);
    if (units) return units[1] + ' units';
    return sol ? Math.round(Number(sol[1]) * 1e9) + ' lamports' : title.split(' · ').at(-1);
  };
  const value = (cell) => {
    const titled = cell.querySelector('a[title], [title$=" SOL"], [title*=" raw units"]');
    if (titled === null) return plain(cell.innerText).replace(' in SOL', '');
    return (titled.innerText.startsWith('≥') ? '≥ ' : '') + exact(titled.title);
  };
  const all = (node, selector) => [...node.querySelectorAll(selector)];
  return all(document, 'main section').map((card) => {
    const heading = document.getElementById(card.getAttribute('aria-labelledby'));
    return {
      title: plain(heading?.textContent ?? ''),
      note: plain(heading?.parentNode.querySelector('h2 + span')?.textContent ?? ''),
      text: plain(card.innerText),
      facts: Object.fromEntries(all(card, 'dl > div').map((one) => [one.children[0].textContent, value(one.children[1])])),
      rows: all(card, 'table').flatMap((table) => {
        const names = all(table, 'th').map((head) => plain(head.textContent).replace(/ [↓↑↕]$/, ''));
        return all(table, 'tr[data-key]').map((row) =>
          Object.fromEntries([['key', row.dataset.key], ...names.map((name, at) => [name, value(row.cells[at])])]));
      }),
      items: all(card, 'li').map((item) => plain(item.innerText)),
      marks: all(card, 'svg title').map(({ textContent }) => plain(textContent)),
      links: all(card, 'nav a[aria-label]').map(({ ariaLabel }) => plain(ariaLabel)),
      circles: all(card, 'svg circle').length,
    };
  });
})()`;

/** The cards of a page, and one of them by the beginning of its title; '': the first without one. */
export interface ShownCards {
  all: readonly ShownCard[];
  find: (title: string) => ShownCard;
}

export async function readCards(page: Page): Promise<ShownCards> {
  await settled(page);
  const all = (await page.evaluate(READ)) as ShownCard[];
  const find = (title: string): ShownCard => {
    const found = all.find((card) => (title === '' ? card.title === '' : card.title.startsWith(title)));
    if (found === undefined) throw new Error(`no card "${title}" among ${all.map((card) => card.title)}`);
    return found;
  };
  return { all, find };
}

/** Columns of a card's table. @param names with ` | ` between them */
export const cellsOf = ({ rows }: ShownCard, names: string): string[][] =>
  rows.map((row) => names.split(' | ').map((name) => row[name] ?? `no column "${name}"`));

/** @param names with ` | ` between them */
export const factsOf = ({ facts }: ShownCard, names: string): string[] =>
  names.split(' | ').map((name) => facts[name] ?? `no fact "${name}"`);
