// The scripts that teach shells to ask the program. They hold no words of the program's own.

/// A shell.
enum CompletionScript: String, CaseIterable {
  case bash, zsh, fish

  /// The script for it.
  var text: String {
    switch self {
    case .bash: Self.bashText
    case .zsh: Self.zshText
    case .fish: Self.fishText
    }
  }

  /// bash takes = for the end of a word: `--fps=3` arrives as three, which are joined again, and only what follows the = is replaced.
  private static let bashText = #"""
    # bash completion for animgif
    _animgif() {
      local words=() word line current i
      for ((i = 1; i <= COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]}
        if ((${#words[@]})) && { [[ $word == = ]] || [[ ${COMP_WORDS[i-1]} == = ]]; }; then
          words[${#words[@]}-1]+=$word
        else
          words+=("$word")
        fi
      done
      current=${COMP_WORDS[COMP_CWORD]}
      [[ $current == = ]] && current=
      COMPREPLY=()
      local joined=${words[${#words[@]}-1]}
      while IFS= read -r line; do
        if [[ $line == :files ]]; then
          compopt -o filenames 2>/dev/null || :
          while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -f -- "$current")
        else
          word=${line%%$'\t'*}
          COMPREPLY+=("${word:${#joined}-${#current}}")
        fi
      done < <("${COMP_WORDS[0]}" --complete "${words[@]}" 2>/dev/null)
      [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *, ]] && compopt -o nospace 2>/dev/null
      return 0
    }
    complete -F _animgif animgif

    """#

  private static let zshText = #"""
    #compdef animgif
    # zsh completion for animgif
    _animgif() {
      local line word meaning
      local -a described
      local files=
      while IFS= read -r line; do
        if [[ $line == :files ]]; then
          files=yes
        else
          word=${line%%$'\t'*}
          meaning=${line#*$'\t'}
          described+=("${word//:/\\:}:$meaning")
        fi
      done < <("${words[1]}" --complete "${(@)words[2,CURRENT]}" 2>/dev/null)
      if (( $#described )); then _describe -V animgif described; fi
      if [[ -n $files ]]; then compset -P '*='; _files; fi
    }
    if [ "$funcstack[1]" = "_animgif" ]; then
      _animgif "$@"
    else
      compdef _animgif animgif
    fi

    """#

  private static let fishText = #"""
    # fish completion for animgif
    function __animgif_complete
        set -l words (commandline -opc) (commandline -ct)
        for line in ($words[1] --complete $words[2..-1] 2>/dev/null)
            if test "$line" = :files
                __fish_complete_path (string replace -r '^--[^=]*=' '' -- (commandline -ct))
            else
                echo $line
            end
        end
    end
    complete -c animgif -f -a '(__animgif_complete)'

    """#
}
