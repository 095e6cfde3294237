// The functions of SentencePiece that core/text/tokenizing/spm_model.cc calls. They are member
// functions; here they are plain functions that take `this`, with the same calling convention. If a
// new version of the library has other symbols, the linker adds the library to the needed ones, and
// it is loaded at the start again.
#include <sentencepiece_processor.h>

#include <string>
#include <string_view>

#include "cli/late/late_library.h"

#define MTGAUGE_CONSTRUCT "_ZN13sentencepiece22SentencePieceProcessorC1Ev"
#define MTGAUGE_LOAD                                                       \
  "_ZN13sentencepiece22SentencePieceProcessor4LoadESt17basic_string_viewI" \
  "cSt11char_traitsIcEE"
#define MTGAUGE_DESTROY_STATUS "_ZN13sentencepiece4util6StatusD1Ev"
#define MTGAUGE_WRITE_STATUS "_ZNK13sentencepiece4util6Status8ToStringB5cxx11Ev"

namespace mtgauge {
namespace {
constexpr LateLibrary kSentencePiece(MTGAUGE_SENTENCEPIECE_FILE, "libsentencepiece0");
}

using sentencepiece::util::Status;

void Construct(void* processor) asm(MTGAUGE_CONSTRUCT);
Status Load(void* processor, std::string_view path) asm(MTGAUGE_LOAD);
void DestroyStatus(void* status) asm(MTGAUGE_DESTROY_STATUS);
std::string WriteStatus(const void* status) asm(MTGAUGE_WRITE_STATUS);

MTGAUGE_LATE(kSentencePiece, MTGAUGE_CONSTRUCT, void, Construct, (void* processor), (processor))
MTGAUGE_LATE(kSentencePiece, MTGAUGE_LOAD, Status, Load, (void* processor, std::string_view path),
             (processor, path))
MTGAUGE_LATE(kSentencePiece, MTGAUGE_DESTROY_STATUS, void, DestroyStatus, (void* status), (status))
MTGAUGE_LATE(kSentencePiece, MTGAUGE_WRITE_STATUS, std::string, WriteStatus, (const void* status),
             (status))

}  // namespace mtgauge
