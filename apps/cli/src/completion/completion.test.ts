import { spawnSync } from 'node:child_process';
import { Command, Option } from 'commander';
import { describe, expect, it } from 'vitest';
import { createProgram } from '../program.js';
import { completionScript, SHELLS } from './scripts.js';
import { commandTree } from './tree.js';

const tree = commandTree(createProgram());
const has = (shell: string): boolean => spawnSync(shell, ['-c', 'true']).status === 0;

/** Asks bash for its completions of these words, the last of them unfinished. */
function inBash(...words: string[]): string[] {
  const script = `${completionScript('bash', tree)}
COMP_WORDS=(tickscope ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}
_tickscope; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync('bash', ['-c', script], { encoding: 'utf8', cwd: '/' });
  expect(stderr).toBe('');
  return stdout.split('\n').filter((line) => line !== '');
}

describe.skipIf(!has('bash'))('bash completes', () => {
  it('commands and their commands', () => {
    expect(inBash('sand').sort()).toEqual(['sandwich', 'sandwiches']);
    expect(inBash('')).toContain('check');
    expect(inBash('keys', '').sort()).toEqual(['create', 'list', 'revoke']);
    expect(inBash('completion', '').sort()).toEqual([...SHELLS].sort());
  });

  it('options of the command that was begun, also after values and other options', () => {
    expect(inBash('check', '--win')).toEqual(['--window']);
    expect(inBash('check', 'SIGNATURE', '--json', '--ac')).toEqual(['--account']);
    expect(inBash('keys', 'create', '--na')).toEqual(['--name']);
    expect(inBash('--vers')).toEqual(['--version']);
  });

  it('values of an option that has a list of them, and files otherwise', () => {
    expect(inBash('up', '--source', '').sort()).toEqual(['geyser', 'none', 'simulator']);
    expect(inBash('import', 'us')).toEqual(['usr']);
  });
});

it.each(SHELLS.filter(has))('the script of %s is well-formed', (shell) => {
  const { status, stderr } = spawnSync(shell, ['-n', '-c', completionScript(shell, tree)], {
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, '']);
});

it.each(SHELLS)('the script of %s has every command and every long option', (shell) => {
  const script = completionScript(shell, tree);
  for (const { name, options } of tree.commands) {
    expect(script).toContain(name);
    for (const flag of options.flatMap(({ flags }) => flags))
      expect(script).toContain(shell === 'fish' ? flag.replace(/^-+/, '') : flag);
  }
});

it('descriptions have no character that a shell would interpret between quotes', () => {
  const hostile = '$(touch x) `touch x` \' " ; [x] :y \\ \n{z}';
  const program = new Command('tickscope').addCommand(
    new Command('run').description(hostile).addOption(new Option('--way <way>', hostile)),
  );
  const [run] = commandTree(program).commands;
  for (const text of [run!.description, run!.options[0]!.description])
    expect(text).toMatch(/^[\p{L}\p{N} ,.;()/-]+$/u);
});
