// mtgauge tokenize: writes a text to standard output, one line per line, tokens separated by single
// spaces.
#include "mtgauge/tokenize.h"

#include <string_view>
#include <vector>

#include "cli/flags/requests.h"
#include "cli/verbs/verbs.h"
#include "mtgauge/output.h"

namespace mtgauge {

Result<LowArgs> CheckTokenize(const LowArgs& args) {
  const TokenizeRequest request = TokenizeRequestOf(args);
  MTG_RETURN_IF_ERROR(CheckTokenize(request));
  LowArgs in_effect = args;
  in_effect.inputs = {request.input};
  return in_effect;
}

Status RunTokenize(const LowArgs& args, const Program& program) {
  TokenizeRequest request = TokenizeRequestOf(args);
  request.stop = program.stop;
  MTG_RETURN_IF_ERROR(CheckTokenize(request));
  MTG_ASSIGN_OR_RETURN(Output output, Output::Open(args.output));
  TextInputs texts;
  texts.inputs = {request.input};
  NoteStandardInput(texts, args.quiet);
  const auto write = [&](std::string_view lines) -> Status {
    MTG_RETURN_IF_ERROR(output.Write(lines));
    return output.StillRead();
  };
  MTG_ASSIGN_OR_RETURN(std::vector<Warning> warnings, Tokenize(request, write));
  MTG_RETURN_IF_ERROR(HandleWarnings(args, warnings));
  return output.Finish();
}

}  // namespace mtgauge
