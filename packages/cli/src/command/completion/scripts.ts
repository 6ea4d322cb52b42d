// Each script calls `boardwalk __complete` with the words up to the cursor. The first line of the output is the kind: file,
// folder or word. Each following line has a word, a tab, and the description of the word.

const bash = `# boardwalk completion for bash 3.2 and later
_boardwalk() {
  local kind word meaning typed="\${COMP_WORDS[COMP_CWORD]}"
  if [ "$typed" = = ]; then typed=; fi
  COMPREPLY=()
  {
    read -r kind
    while IFS=$'\\t' read -r word meaning; do
      if [ "\${word:0:\${#typed}}" = "$typed" ]; then COMPREPLY+=("$word"); fi
    done
  } < <(boardwalk __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  # Without a word to offer, bash completes file names. Versions without compopt always do so.
  case "$kind" in
    file) ;;
    folder) compopt +o default -o dirnames 2>/dev/null ;;
    *) compopt +o default 2>/dev/null ;;
  esac
}
complete -o default -F _boardwalk boardwalk`

const zsh = `#compdef boardwalk
# boardwalk completion for zsh
_boardwalk() {
  local kind word meaning
  local -a found
  {
    read -r kind
    while IFS=$'\\t' read -r word meaning; do found+=("\${word//:/\\\\:}:$meaning"); done
  } < <(boardwalk __complete -- "\${(@Q)words[2,CURRENT]}" 2>/dev/null)
  case "$kind" in
    file) compset -P '--*='; _files ;;
    folder) compset -P '--*='; _files -/ ;;
    *) _describe boardwalk found ;;
  esac
}
if [ "$funcstack[1]" = _boardwalk ]; then _boardwalk "$@"; else compdef _boardwalk boardwalk; fi`

const fish = `# boardwalk completion for fish 3 and later
function __boardwalk_complete
    set -l typed (commandline -ct)
    set -l words (commandline -opc) "$typed"
    set -l answer (boardwalk __complete -- $words[2..-1] 2>/dev/null)
    switch "$answer[1]"
        case file
            __fish_complete_path "$typed"
        case folder
            __fish_complete_directories "$typed"
        case '*'
            string join -- \\n $answer[2..-1]
    end
end
complete -c boardwalk -e
complete -c boardwalk -f -a '(__boardwalk_complete)'`

// Older versions drop an empty argument, so the word at the cursor is the value of an option. `--` is quoted, because PowerShell takes
// a bare one for itself. An empty word keeps PowerShell from completing file names.
const powershell = `# boardwalk completion for PowerShell 5.1 and later
Register-ArgumentCompleter -Native -CommandName boardwalk -ScriptBlock {
  param($typed, $line, $cursor)
  $words = @($line.CommandElements | Select-Object -Skip 1 | Where-Object { $_.Extent.EndOffset -lt $cursor } | ForEach-Object {
    if ($_ -is [System.Management.Automation.Language.StringConstantExpressionAst]) { $_.Value } else { $_.Extent.Text }
  })
  $kind, $found = @(& boardwalk __complete "--typed=$typed" '--' @words 2>$null)
  $matching = @($found | Where-Object { $_ -and $_.StartsWith($typed) })
  foreach ($each in $matching) {
    $word, $meaning = $each -split "\`t", 2
    $shown = if ($meaning) { $meaning } else { $word }
    [System.Management.Automation.CompletionResult]::new($word, $word, 'ParameterValue', $shown)
  }
  if ($kind -eq 'word' -and $matching.Count -eq 0) { '' }
}`

/** The completion script of each shell. */
export const scripts: Readonly<Record<ShellName, string>> = { bash, zsh, fish, powershell }

export const shellNames = ['bash', 'zsh', 'fish', 'powershell'] as const
export type ShellName = (typeof shellNames)[number]
