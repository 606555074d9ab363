import type { CommandTree } from './tree.js';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** The script that completes the program's commands, options and their values in a shell. */
export function completionScript(shell: Shell, program: CommandTree): string {
  return { bash, zsh, fish }[shell](program);
}

/** Each command with the words that lead to it, the program first. */
function* walk(
  command: CommandTree,
  path: readonly string[] = [],
): Generator<{ path: readonly string[]; command: CommandTree }> {
  yield { path, command };
  for (const child of command.commands) yield* walk(child, [...path, child.name]);
}

const flagsOf = ({ options }: CommandTree): string[] => options.flatMap(({ flags }) => flags);
const wordsOf = (command: CommandTree): string[] => [
  ...command.commands.map(({ name }) => name),
  ...command.choices,
];

function bash(program: CommandTree): string {
  const cases = [...walk(program)].map(
    ({ path, command }) =>
      `    '${path.join(' ')}') words='${wordsOf(command).join(' ')}' flags='${flagsOf(command).join(' ')}' ;;`,
  );
  const values = [...walk(program)].flatMap(({ path, command }) =>
    command.options.flatMap(({ flags, choices, takesValue }) =>
      takesValue
        ? flags.map(
            (flag) => `    '${[...path, flag].join(' ')}') values='${choices.join(' ')}'; hasValue=1 ;;`,
          )
        : [],
    ),
  );
  const names = [...walk(program)].slice(1).map(({ path }) => `'${path.join(' ')}'`);
  return `# bash completion of tickscope: eval "$(tickscope completion bash)"
_tickscope() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD - 1]}"
  local path='' word words='' flags='' values='' hasValue=''
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "\${path:+$path }$word" in
    ${names.join(' | ')}) path="\${path:+$path }$word" ;;
    esac
  done
  case "\${path:+$path }$previous" in
${values.join('\n')}
  esac
  if [ -n "$hasValue" ]; then
    if [ -n "$values" ]; then COMPREPLY=($(compgen -W "$values" -- "$current"))
    else COMPREPLY=($(compgen -f -- "$current")); fi
    return
  fi
  case "$path" in
${cases.join('\n')}
  esac
  if [[ "$current" == -* ]]; then COMPREPLY=($(compgen -W "$flags" -- "$current"))
  elif [ -n "$words" ]; then COMPREPLY=($(compgen -W "$words" -- "$current"))
  else COMPREPLY=($(compgen -f -- "$current")); fi
}
complete -F _tickscope tickscope`;
}

function zsh(program: CommandTree): string {
  const functions = [...walk(program)].map(({ path, command }) => {
    const options = command.options.map(({ flags, description, takesValue, choices }) => {
      const names = flags.length > 1 ? `'(${flags.join(' ')})'{${flags.join(',')}}` : flags[0];
      const value = takesValue ? `:value:${choices.length > 0 ? `(${choices.join(' ')})` : '_files'}` : '';
      return `    ${names}'[${description}]${value}' \\`;
    });
    const commands = command.commands.map(({ name, description }) => `'${name}:${description}'`).join(' ');
    const name = ['_tickscope', ...path].join('_').replaceAll('-', '_');
    const rest =
      command.commands.length > 0
        ? `    '1: :->command' '*:: :->rest'
  case $state in
  command) local -a commands=(${commands}); _describe command commands ;;
  rest) (( $+functions[${name}_\${words[1]//-/_}] )) && ${name}_\${words[1]//-/_} ;;
  esac`
        : `    '*:argument:${command.choices.length > 0 ? `(${command.choices.join(' ')})` : '_files'}'`;
    return `${name}() {
  local state line
  typeset -A opt_args
  _arguments -C \\
${options.join('\n')}
${rest}
}`;
  });
  return `#compdef tickscope
# zsh completion of tickscope: eval "$(tickscope completion zsh)", after compinit
${functions.join('\n')}
compdef _tickscope tickscope`;
}

function fish(program: CommandTree): string {
  const lines = [...walk(program)].flatMap(({ path, command }) => {
    const seen = path.map((name) => `__fish_seen_subcommand_from ${name}`);
    const others = command.commands.map(({ name }) => name).join(' ');
    const inside = [...seen, ...(others === '' ? [] : [`not __fish_seen_subcommand_from ${others}`])].join(
      '; and ',
    );
    const when = inside === '' ? '' : ` -n '${inside}'`;
    return [
      ...command.commands.map(
        ({ name, description }) => `complete -c tickscope -f${when} -a ${name} -d '${description}'`,
      ),
      ...command.choices.map((choice) => `complete -c tickscope -f${when} -a ${choice}`),
      ...command.options.map(({ flags, description, takesValue, choices }) => {
        const names = flags.map((flag) =>
          flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`,
        );
        const values = choices.length > 0 ? ` -x -a '${choices.join(' ')}'` : takesValue ? ' -r' : '';
        return `complete -c tickscope${when} ${names.join(' ')}${values} -d '${description}'`;
      }),
    ];
  });
  return `# fish completion of tickscope: tickscope completion fish | source\n${lines.join('\n')}`;
}
