// The assembler copies the file byte by byte: no string literal has to survive what a minifier
// writes. CMake gives its name.
#include "cli/report_page.hpp"

#include <cstddef>

asm(R"(
  .pushsection .rodata
  .global heddle_report_page_begin
  .global heddle_report_page_end
heddle_report_page_begin:
  .incbin ")" HEDDLE_REPORT_PAGE R"("
heddle_report_page_end:
  .popsection
)");

extern "C" const char heddle_report_page_begin[];
extern "C" const char heddle_report_page_end[];

namespace heddle::cli {

std::string_view report_page() {
  return {heddle_report_page_begin,
          static_cast<std::size_t>(heddle_report_page_end - heddle_report_page_begin)};
}

}  // namespace heddle::cli
