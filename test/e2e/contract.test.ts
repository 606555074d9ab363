import { createTickscope, type Tickscope } from '@tickscope/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstQuestion } from '../support/cli.js';
import { type SharedStack, takeStack } from '../support/shared-stack.js';

const WRAPPED_SOL = 'So11111111111111111111111111111111111111112';

/**
 * Calls the operations with the SDK against the whole stack as `tickscope up` starts it. The tests of each route check
 * all fields; these check that each operation exists under its name and answers the question.
 */
describe('the operations, over a running stack', () => {
  const table: { operation: string; answer: string }[] = [];
  let shared: SharedStack;
  let api: Tickscope;
  let signature = '';
  let account = '';
  /** Signer of the sample; known once it was asked about. */
  let signer = '';

  beforeAll(async () => {
    shared = await takeStack();
    const { stack } = shared;
    ({ signature, account_id: account } = await firstQuestion(stack));
    api = createTickscope({ baseUrl: stack.api, token: stack.key });
  }, 480_000);
  afterAll(() => {
    shared?.giveBack();
    const width = Math.max(...table.map(({ operation }) => operation.length));
    const lines = table.map(({ operation, answer }) => `  ${operation.padEnd(width)}  ${answer}`);
    process.stdout.write(`\nThe operations, as answered:\n${lines.join('\n')}\n`);
  });

  function row(operation: string, answer: string): void {
    table.push({ operation, answer });
  }

  /** The account asked about may be the signer's own, and one wallet is not its own attacker or competitor. */
  function otherThan(wallet: string): string {
    return account === wallet ? WRAPPED_SOL : account;
  }

  it('POST /analyze-trade', async () => {
    const { data } = await api.analyzeTrade({ signature, account_id: account, slot_range: 2 });
    const rows = data.results_by_slot.flatMap(({ transactions }) => transactions);
    expect(rows.filter((tx) => tx.is_original).map((tx) => tx.signature)).toEqual([signature]);
    signer = data.original_transaction.signer;
    row('analyzeTrade', `${rows.length} transactions around one`);
  });

  it('GET /transaction/{signature}', async () => {
    const { data } = await api.getTransaction({ signature });
    expect(data.signature).toBe(signature);
    expect(data.leader).toMatch(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/);
    row('getTransaction', `slot ${data.slot}, leader ${data.leader}`);
  });

  it('POST /mev/check-wallet', async () => {
    const scan = await api.jobs.checkWallet({ wallet_address: signer });
    expect(scan.wallet_address).toBe(signer);
    row(
      'checkWallet',
      `${scan.summary.total_transactions} transactions, ${scan.summary.total_dex_trades} trades`,
    );
  });

  it('POST /mev/check-sandwich-fast', async () => {
    const { data } = await api.checkSandwichFast({ signature, slot_range: 10 });
    expect(data.results.map((one) => [one.signature, one.found])).toEqual([[signature, true]]);
    row('checkSandwichFast', `found, sandwiched: ${data.results[0]!.sandwich_detected}`);
  });

  it('POST /mev/check-sandwich', async () => {
    const data = await api.jobs.checkSandwich({ signatures: [signature], slot_range: 100 });
    expect(data.results.map((one) => [one.signature, one.found])).toEqual([[signature, true]]);
    row('checkSandwich', `${data.summary.total_checked} checked, ±${data.summary.slot_range_used} slots`);
  });

  it('POST /mev/check-attacker', async () => {
    const attacker = otherThan(signer);
    const data = await api.jobs.checkAttacker({ attacker_address: attacker, victim_address: signer });
    expect([data.attacker_address, data.victim_address]).toEqual([attacker, signer]);
    row(
      'checkAttacker',
      `${data.summary.total_sandwiches} sandwiches of ${data.summary.total_victim_dex_trades} trades`,
    );
  });

  it('POST /mev/validate-competition', async () => {
    const data = await api.jobs.validateCompetition({
      wallet_a: signer,
      wallet_b: otherThan(signer),
      time_range_days: 1,
    });
    expect([data.wallet_a, data.wallet_b]).toEqual([signer, otherThan(signer)]);
    row('validateCompetition', `${data.summary.total_interactions} interactions`);
  });

  it('GET /mev/job-status/:jobId', async () => {
    const { jobId } = await api.checkWallet({ wallet_address: signer });
    const status = await api.getJobStatus({ jobId });
    expect([status.id, status.kind]).toEqual([jobId, 'check-wallet']);
    row('getJobStatus', `${status.kind} ${status.state}`);
  });

  it('POST /backfill-transaction, and its status', async () => {
    const report = await api.jobs.backfillTransaction({ signature, account, slotRange: 2 });
    expect(report).toMatchObject({ signature });
    row('backfillTransaction, getBackfillStatus', JSON.stringify(report).slice(0, 100));
  });

  it('POST /wallet/:address/signatures', async () => {
    const seen: string[] = [];
    for await (const one of api.rows.walletSignatures({ address: signer, limit: 1_000 }))
      seen.push(one.signature);
    expect(seen).toContain(signature);
    row('walletSignatures', `${seen.length} signatures`);
  });

  it('POST /enhance-metadata', async () => {
    const { data } = await api.enhanceMetadata({ signatures: [signature] });
    expect(JSON.stringify(data)).toContain(signature);
    row('enhanceMetadata', JSON.stringify(data).slice(0, 100));
  });

  it('Write Locks: hot accounts', async () => {
    const { data } = await api.findHotAccounts({ time_range: '1h', limit: 5 });
    expect(data.hot_accounts).toHaveLength(5);
    row('findHotAccounts', `hottest ${data.hot_accounts[0]!.account_id}`);
  });

  it('Write Locks: one account', async () => {
    const { data } = await api.getAccountWriteLocks({ account, time_range: '1h' });
    expect(data.account).toBe(account);
    row('getAccountWriteLocks', `${data.summary.total_write_locks} write locks`);
  });

  describe('and those that are added', () => {
    it('sandwiches: the list, and one of it', async () => {
      const { data } = await api.listSandwiches({ limit: '5' });
      expect(data.sandwiches.length).toBeGreaterThan(0);
      const { id, victims } = data.sandwiches[0]!;
      const { data: one } = await api.getSandwich({ id });
      expect([one.id, one.victims.map((victim) => victim.signature)]).toEqual([
        id,
        victims.map((victim) => victim.signature),
      ]);
      row('listSandwiches, getSandwich', `${one.victims.length} victims, lost ${one.loss?.sol} SOL`);
    });

    it('attackers: the ranking, and the first of it', async () => {
      const { data } = await api.listAttackers({ period: '1h' });
      const first = data.attackers[0]!;
      const { data: one } = await api.getAttacker({ address: first.address });
      expect(one).toMatchObject({ address: first.address, seen_as_attacker: true });
      row('listAttackers, getAttacker', `${one.summary.sandwich_count} sandwiches of the first`);
    });

    it('validators', async () => {
      const { data } = await api.listValidators({});
      expect(data.leaders.length).toBeGreaterThan(0);
      row('listValidators', `${data.leaders.length} leaders, ${data.clients.length} clients`);
    });

    it('status, slots, and the block of the sample', async () => {
      const { data: status } = await api.getStatus();
      const { data: strip } = await api.listSlots({ limit: '10' });
      expect(strip.slots).toHaveLength(10);
      const { data: tx } = await api.getTransaction({ signature });
      const { data: block } = await api.getSlot({ slot: String(tx.slot), limit: '5000' });
      expect(block.transactions.map((one) => one.signature)).toContain(signature);
      row('getStatus, listSlots, getSlot', `head ${status.head?.slot}, ${block.entries.length} entries`);
    });

    it('webhooks: made, listed, deleted', async () => {
      const { data: made } = await api.createWebhook({ url: 'https://8.8.8.8/', events: ['job.completed'] });
      const { data: listed } = await api.listWebhooks();
      expect(listed.webhooks.map(({ id }) => id)).toEqual([made.id]);
      await api.deleteWebhook({ id: made.id });
      expect((await api.listWebhooks()).data.webhooks).toEqual([]);
      row('createWebhook, listWebhooks, deleteWebhook', `secret ${made.secret.slice(0, 9)}…`);
    });
  });
});
