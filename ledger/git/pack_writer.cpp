#include "ledger/git/pack_writer.hpp"

#include <git2.h>

#include "ledger/git/error.hpp"
#include "ledger/git/incoming_pack.hpp"
#include "ledger/git/pack_bytes.hpp"

namespace hz::git {
namespace {

class PackWriter final : public ObjectWriter {
 public:
  PackWriter(git_odb* odb, std::string objects) : odb_(odb), folder_(std::move(objects) + "/pack") {}

  Result<Oid> write(ObjectKind kind, std::string_view bytes) override { return pack_.add(kind, bytes); }

  Result<void> finish() override {
    if (pack_.empty()) return ok();
    HZ_TRY_ASSIGN(IncomingPack incoming, IncomingPack::open(folder_));
    HZ_TRY(incoming.append(pack_.take()));
    HZ_TRY(incoming.finish());
    if (git_odb_refresh(odb_) != 0) return library_error("writing to the ledger failed");
    return ok();
  }

 private:
  git_odb* odb_;
  std::string folder_;
  PackBytes pack_;
};

}  // namespace

std::unique_ptr<ObjectWriter> make_pack_writer(git_odb* odb, std::string objects) {
  return std::make_unique<PackWriter>(odb, std::move(objects));
}

}  // namespace hz::git
