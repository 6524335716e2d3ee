#include "core/tick/report.hpp"

namespace hz {

namespace {

Json line_json(const TickLine& line) {
  Json data{{"job", line.job.str()},
            {"slot", line.slot ? Json(to_text(*line.slot)) : Json(nullptr)},
            {"local", line.local},
            {"disposition", line.disposition},
            {"why", line.why},
            {"receipt", line.receipt ? Json(line.receipt->str()) : Json(nullptr)},
            {"draft", line.receipt && line.has_draft ? Json(line.receipt->shown()) : Json(nullptr)},
            {"took_ms", line.took.count()}};
  return data;
}

}  // namespace

Json TickReport::to_json() const {
  Json ids = Json::array();
  for (const EventId& id : events) ids.push_back(id.str());
  Json lines = Json::array();
  for (const TickLine& line : jobs) lines.push_back(line_json(line));
  Json faults = Json::array();
  for (const Problem& problem : problems) faults.push_back(problem.to_json());
  return {{"at", to_text(at)},        {"status", status},         {"message", message},
          {"events", std::move(ids)}, {"jobs", std::move(lines)}, {"problems", std::move(faults)}};
}

}  // namespace hz
