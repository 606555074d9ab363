import { print } from '@tickscope/command-line';
import { Argument, Command } from 'commander';
import { completionScript, SHELLS, type Shell } from '../completion/scripts.js';
import { commandTree } from '../completion/tree.js';

export function completionCommand(): Command {
  return new Command('completion')
    .description('Print the script that completes commands and options in a shell.')
    .addArgument(new Argument('<shell>', 'which one').choices(SHELLS))
    .addHelpText(
      'after',
      `
bash: eval "$(tickscope completion bash)" in ~/.bashrc
zsh:  eval "$(tickscope completion zsh)" in ~/.zshrc, after compinit
fish: tickscope completion fish > ~/.config/fish/completions/tickscope.fish`,
    )
    .action((shell: Shell, _: object, { parent }: Command) => {
      if (parent !== null) print(completionScript(shell, commandTree(parent)));
    });
}
