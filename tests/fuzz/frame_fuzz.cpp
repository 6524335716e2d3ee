// What hz and its keepers say to each other: the same however it is cut into pieces.
#include "heads/host/frame.hpp"
#include "heads/host/keeper_message.hpp"
#include "tests/fuzz/fuzz.hpp"

namespace hz {

void fuzz::run(std::string_view bytes) {
  const std::size_t step = 1 + choose(bytes, 64);
  FrameReader whole;
  FrameReader pieces;
  const bool fed = whole.feed(bytes);
  bool fed_in_pieces = true;
  for (std::size_t at = 0; at < bytes.size() && fed_in_pieces; at += step)
    fed_in_pieces = pieces.feed(bytes.substr(at, step));
  HZ_INVARIANT(fed || !fed_in_pieces, "what is no frame is none in pieces either");
  if (!fed) return;
  auto frame = whole.take();
  auto again = pieces.take();
  HZ_INVARIANT(frame.has_value() == again.has_value(), "a frame is whole in pieces too");
  if (!frame) return;
  HZ_INVARIANT(frame->about == again->about && frame->parts == again->parts, "pieces make the same frame");
  FrameReader third;
  HZ_INVARIANT(third.feed(encode(*frame)) && third.take()->parts == frame->parts,
               "a frame is encoded and read again");
  if (const auto end = end_of(*frame)) HZ_INVARIANT(end_of(to_frame(*end)), "a run's end is read again");
  if (const auto orders = orders_of(*std::move(frame)))
    HZ_INVARIANT(orders_of(to_frame(*orders)), "a run's orders are read again");
}

}  // namespace hz
