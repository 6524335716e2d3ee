// What a command runner reads from its standard input: one JSON document (docs/formats/source.md).
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/base/time.hpp"
#include "core/event/stream.hpp"
#include "core/runner/input_news.hpp"

namespace hz {

/// Bytes of item texts in one document. Those of new and changed items go in first.
inline constexpr std::size_t run_document_text_max = 8U << 20U;

struct RunDocument {
  JobName job;
  Slot slot{};
  std::string zone;  ///< the job's: "Europe/Berlin"
  std::string key;   ///< the slot's idempotency key
  std::string body;  ///< the contract's standing instruction
  std::vector<InputNews> inputs;
};

/// Canonical {v: 1, job, slot, zone, key, body, inputs: {name: {items, new, changed, gone, cuts?}}}. `items`, `new`
/// and `changed` are lists of {key, title, fingerprint, link?, at?, text?}, `gone` of {key, title, fingerprint,
/// link?}. Texts beyond the bound are left out, and `cuts` of their input says so; everything else is bounded by
/// the inputs.
[[nodiscard]] std::string run_document(const RunDocument& document);

}  // namespace hz
