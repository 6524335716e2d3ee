#include "ledger/lane/arrival.hpp"

#include <fmt/format.h>

#include "ledger/lane/phrase.hpp"

namespace hz {

std::string fault_of(const Arrival& arrival, const Head& head) {
  const auto* const event = std::get_if<Sealed>(&arrival.event);
  if (event == nullptr) return std::get<std::string>(arrival.event);
  if (event->id != arrival.id) return "the file's bytes do not hash to its id";
  if (event->stream != arrival.stream) return fmt::format("it is an event of {}", event->stream.str());
  if (event->seq != arrival.seq) return fmt::format("it says seq {}", event->seq);
  ChainCheck chain(arrival.stream, head);
  if (const auto accepted = chain.accept(*event); !accepted) return as_phrase(accepted.error().why);
  return {};
}

}  // namespace hz
