#include "heads/cli/shells.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace hz::cli {
namespace {

/// bash splits words at ":" and "=" and replaces only what is behind the last of them, so what it keeps is taken
/// off each candidate.
constexpr std::string_view bash_script = R"(# Completion of hz for bash. Source it, or install it as
# share/bash-completion/completions/hz.
_hz() {
  local typed=${COMP_LINE:0:COMP_POINT} line word kept
  local last=${typed##*[[:blank:]]} current=$2
  [[ $current == [:=] ]] && current=
  kept=${last%"$current"}
  COMPREPLY=()
  while IFS= read -r line; do
    case $line in
      :files) compopt -o default 2>/dev/null ;;
      :folders) compopt -o dirnames 2>/dev/null ;;
      *)
        word=${line%%$'\t'*}
        COMPREPLY+=("${word#"$kept"}")
        ;;
    esac
  done < <("${1/#\~/$HOME}" system complete "$typed" 2>/dev/null)
}
complete -F _hz hz
)";

constexpr std::string_view zsh_script = R"(#compdef hz
# Completion of hz for zsh. Source it, or install it as _hz in a folder of $fpath.
_hz() {
  local line typed="${(j: :)${(@q)words[1,CURRENT-1]}} ${PREFIX:+${(q)PREFIX}}"
  local -a lines found
  lines=("${(@f)$(${~words[1]} system complete "$typed" 2>/dev/null)}")
  for line in $lines; do
    case $line in
      (:files) _files ;;
      (:folders) _files -/ ;;
      (*) found+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}") ;;
    esac
  done
  (( $#found )) && _describe -V hz found
}
if [[ $funcstack[1] == _hz ]]; then _hz "$@"; else compdef _hz hz; fi
)";

constexpr std::string_view fish_script = R"(# Completion of hz for fish. Source it, or install it as
# share/fish/vendor_completions.d/hz.fish.
function __hz_complete
  set -l hz (commandline -opc)[1]
  for line in ($hz system complete (commandline -cp | string collect) 2>/dev/null)
    switch $line
      case :files
        __fish_complete_path (commandline -ct)
      case :folders
        __fish_complete_directories (commandline -ct)
      case '*'
        echo $line
    end
  end
end
complete -c hz -f -k -a '(__hz_complete)'
)";

constexpr std::array<std::pair<std::string_view, std::string_view>, 3> scripts{
    {{"bash", bash_script}, {"fish", fish_script}, {"zsh", zsh_script}}};

}  // namespace

std::vector<std::string> shells() {
  std::vector<std::string> names;
  names.reserve(scripts.size());
  for (const auto& [shell, script] : scripts) names.emplace_back(shell);
  return names;
}

std::string completion_script(std::string_view shell) {
  const auto* const found =
      std::find_if(scripts.begin(), scripts.end(), [&](const auto& entry) { return entry.first == shell; });
  return found == scripts.end() ? std::string{} : std::string{found->second};
}

}  // namespace hz::cli
